//! Request rate of each client, by the generic cell rate algorithm (GCRA) of the crate `governor`.
//!
//! The map of clients is bounded. governor's own map would grow with every address of an attacker.

use std::collections::hash_map::RandomState;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock, MonotonicClock};
use governor::middleware::{NoOpMiddleware, StateInformationMiddleware};
use governor::nanos::Nanos;
use governor::state::{InMemoryState, NotKeyed, StateStore};
use governor::{Quota, RateLimiter};
use quick_cache::UnitWeighter;
use quick_cache::sync::{Cache, DefaultLifecycle};

/// Rate limit of each client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateSettings {
    /// Property that identifies a client.
    pub by: ClientProperty,
    /// Requests per minute, on average.
    pub per_minute: NonZeroU32,
    /// Maximum number of requests at once.
    pub burst: NonZeroU32,
    /// Maximum number of tracked clients, at about 150 bytes each. Beyond it, the least active client is evicted, and
    /// its count starts again.
    pub clients_max: usize,
}

/// Property that identifies a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientProperty {
    /// IPv4 address, or /64 network of an IPv6 address.
    Address,
    /// API key.
    ApiKey,
}

/// Key of a client in the rate limiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Client {
    /// IPv4 address or IPv6 network.
    Network(IpAddr),
    /// All clients on the Unix socket whose address no trusted proxy names.
    Socket,
    /// API key with this index.
    Key(usize),
}

/// Rate limiter of all clients.
pub(super) struct Rate<C: Clock = MonotonicClock> {
    limiter: RateLimiter<Client, Clients, C, StateInformationMiddleware>,
    settings: RateSettings,
}

/// Requests that a client may still make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) struct Allowance {
    /// Requests that it may make at once.
    pub(in crate::http) remaining: u32,
    /// Time until it may make `burst` requests at once; or, if none remains, the next one.
    pub(in crate::http) reset: Duration,
    /// Maximum number of requests at once.
    pub(in crate::http) burst: u32,
    /// Time in which `burst` requests become available.
    pub(in crate::http) window: Duration,
}

impl Rate {
    pub(super) fn new(settings: &RateSettings) -> Self {
        Self::with_clock(settings, MonotonicClock)
    }
}

impl<C: Clock> Rate<C> {
    fn with_clock(settings: &RateSettings, clock: C) -> Self {
        let quota = Quota::per_minute(settings.per_minute).allow_burst(settings.burst);
        let clients = Clients::at_most(settings.clients_max);
        let limiter = RateLimiter::<_, _, _, NoOpMiddleware<C::Instant>>::new(quota, clients, clock);
        Self { limiter: limiter.with_middleware(), settings: *settings }
    }

    /// Counts a request of the client.
    ///
    /// # Errors
    /// If the limit is exceeded: the time until the next request is allowed.
    pub(super) fn count(&self, client: Client) -> Result<Allowance, Allowance> {
        match self.limiter.check_key(&client) {
            Ok(state) => {
                let remaining = state.remaining_burst_capacity();
                let used = self.settings.burst.get().saturating_sub(remaining);
                Ok(self.allowance(remaining, self.time_of(used)))
            }
            Err(not_until) => Err(self.allowance(0, not_until.wait_time_from(self.limiter.clock().now()))),
        }
    }

    fn allowance(&self, remaining: u32, reset: Duration) -> Allowance {
        let burst = self.settings.burst.get();
        Allowance { remaining, reset, burst, window: self.time_of(burst) }
    }

    /// Returns the time in which this number of requests becomes available.
    fn time_of(&self, requests: u32) -> Duration {
        Duration::from_secs(60) * requests / self.settings.per_minute.get()
    }
}

impl Allowance {
    /// Returns the whole seconds until the reset, rounded up.
    pub(in crate::http) fn reset_s(&self) -> u64 {
        whole_seconds(self.reset)
    }

    /// Returns the whole seconds of the window, rounded up.
    pub(in crate::http) fn window_s(&self) -> u64 {
        whole_seconds(self.window)
    }
}

fn whole_seconds(time: Duration) -> u64 {
    time.as_millis().div_ceil(1000) as u64
}

/// Bounded per-client state. One-off addresses cannot evict active clients. Keys are attacker-chosen, so they are hashed
/// with SipHash.
struct Clients(Cache<Client, Arc<InMemoryState>, UnitWeighter, RandomState>);

impl Clients {
    fn at_most(clients_max: usize) -> Self {
        let (hasher, lifecycle) = (RandomState::default(), DefaultLifecycle::default());
        Self(Cache::with(clients_max, clients_max as u64, UnitWeighter, hasher, lifecycle))
    }
}

impl StateStore for Clients {
    type Key = Client;

    fn measure_and_replace<T, F, E>(&self, client: &Client, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let state = self.0.get(client).unwrap_or_else(|| self.begin(client));
        state.measure_and_replace(&NotKeyed::NonKey, decide)
    }
}

impl Clients {
    /// Inserts and returns the state of a new client. Concurrent requests get the same state.
    fn begin(&self, client: &Client) -> Arc<InMemoryState> {
        let new = || Ok::<_, std::convert::Infallible>(Arc::default());
        let Ok(state) = self.0.get_or_insert_with(client, new);
        state
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use governor::clock::FakeRelativeClock;

    use super::*;

    fn rate(clients_max: usize) -> (Rate<FakeRelativeClock>, FakeRelativeClock) {
        let (per_minute, burst) =
            (NonZeroU32::new(30).expect("nonzero"), NonZeroU32::new(3).expect("nonzero"));
        let settings = RateSettings { by: ClientProperty::Address, per_minute, burst, clients_max };
        let clock = FakeRelativeClock::default();
        (Rate::with_clock(&settings, clock.clone()), clock)
    }

    fn address(number: u32) -> Client {
        Client::Network(Ipv4Addr::from_bits(number).into())
    }

    #[test]
    fn burst_is_followed_by_the_average_rate() {
        let (rate, clock) = rate(100);
        let allowance = |remaining, reset_ms| Allowance {
            remaining,
            reset: Duration::from_millis(reset_ms),
            burst: 3,
            window: Duration::from_secs(6),
        };
        for used in 1..=3 {
            assert_eq!(rate.count(Client::Socket), Ok(allowance(3 - used, u64::from(used) * 2000)));
        }
        assert_eq!(rate.count(Client::Socket), Err(allowance(0, 2000)));
        clock.advance(Duration::from_millis(1500));
        assert_eq!(rate.count(Client::Socket), Err(allowance(0, 500)));
        clock.advance(Duration::from_millis(500));
        assert_eq!(rate.count(Client::Socket), Ok(allowance(0, 6000)));
        assert!(rate.count(Client::Socket).is_err());
        clock.advance(Duration::from_secs(3600));
        for _ in 0..3 {
            assert!(rate.count(Client::Socket).is_ok());
        }
        assert!(rate.count(Client::Socket).is_err(), "unused requests do not accumulate beyond the burst");
    }

    #[test]
    fn clients_are_limited_independently() {
        let (rate, _) = rate(100);
        for client in [address(1), address(2), Client::Key(0), Client::Key(1), Client::Socket] {
            let allowed = (0..10).filter(|_| rate.count(client).is_ok()).count();
            assert_eq!(allowed, 3, "{client:?}");
        }
    }

    #[test]
    fn many_addresses_stay_within_the_memory_bound() {
        let (rate, _) = rate(1000);
        for number in 0..100_000 {
            assert!(rate.count(address(number)).is_ok());
        }
        let clients = rate.limiter.into_state_store().0;
        // Each shard rounds its share up.
        assert!(clients.len() <= 1000 + clients.num_shards(), "{}", clients.len());
        let states = clients.len() * size_of::<[u64; 3]>();
        let bytes = clients.memory_used().total() + states;
        assert!(bytes <= 150 * 1000, "{bytes}");
    }

    #[test]
    fn one_off_addresses_do_not_evict_an_active_client() {
        let (rate, _) = rate(1000);
        let active = address(u32::MAX);
        let mut allowed = 0;
        for number in 0..100_000 {
            rate.count(address(number)).expect("first request of its address");
            if number % 100 == 0 && rate.count(active).is_ok() {
                allowed += 1;
            }
        }
        assert_eq!(allowed, 3);
    }
}
