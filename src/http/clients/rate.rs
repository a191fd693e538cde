//! How often a client may ask.
//!
//! GCRA by the crate `governor`: a client may ask `burst` times at once, and regains one of these every so often. Its
//! map of clients is one of ours, since governor's would grow with every address that an attacker has.

use std::collections::hash_map::RandomState;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock, MonotonicClock};
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::{InMemoryState, NotKeyed, StateStore};
use governor::{Quota, RateLimiter};
use quick_cache::UnitWeighter;
use quick_cache::sync::{Cache, DefaultLifecycle};

/// How often each client may ask, and who is a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateSettings {
    /// Whom the limit is for.
    pub by: LimitBy,
    /// Requests a minute, in the long run.
    pub per_minute: NonZeroU32,
    /// Requests at once.
    pub burst: NonZeroU32,
    /// The most clients remembered, at about 150 bytes each. Beyond them the one that has asked least is forgotten,
    /// and may begin anew.
    pub clients_max: usize,
}

/// What makes a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitBy {
    /// An address, or the /64 network of one.
    Address,
    /// An API key.
    ApiKey,
}

/// Who is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::http) enum Client {
    /// An IPv4 address or an IPv6 network.
    Network(IpAddr),
    /// Everybody who comes through the Unix socket, and of whom no trusted proxy said more.
    Socket,
    /// The holder of the key with this number.
    KeyHolder(u64),
}

/// Counts requests.
pub(in crate::http) struct Rate<C: Clock = MonotonicClock>(
    RateLimiter<Client, Clients, C, NoOpMiddleware<C::Instant>>,
);

impl Rate {
    pub(in crate::http) fn new(settings: &RateSettings) -> Self {
        Self::with_clock(settings, MonotonicClock)
    }
}

impl<C: Clock> Rate<C> {
    fn with_clock(settings: &RateSettings, clock: C) -> Self {
        let quota = Quota::per_minute(settings.per_minute).allow_burst(settings.burst);
        Self(RateLimiter::new(quota, Clients::at_most(settings.clients_max), clock))
    }

    /// Counts a request.
    ///
    /// # Errors
    /// How long the client must wait before its next request is one too few to be refused.
    pub(in crate::http) fn count(&self, client: Client) -> Result<(), Duration> {
        self.0.check_key(&client).map_err(|not_until| not_until.wait_time_from(self.0.clock().now()))
    }
}

/// A bounded map of clients. What is asked for least gives way, so that many addresses that come once do not push
/// out those that come again and again. Its hasher is std's: clients choose their addresses.
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
    /// The state of a client that is not known. Of two requests that come at once, both get the same.
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
        let (per_minute, burst) = (NonZeroU32::new(30).expect("not 0"), NonZeroU32::new(3).expect("not 0"));
        let settings = RateSettings { by: LimitBy::Address, per_minute, burst, clients_max };
        let clock = FakeRelativeClock::default();
        (Rate::with_clock(&settings, clock.clone()), clock)
    }

    fn stranger(number: u32) -> Client {
        Client::Network(Ipv4Addr::from_bits(number).into())
    }

    #[test]
    fn a_client_may_ask_in_a_burst_and_then_as_it_regains() {
        let (rate, clock) = rate(100);
        for _ in 0..3 {
            assert_eq!(rate.count(Client::Socket), Ok(()));
        }
        assert_eq!(rate.count(Client::Socket), Err(Duration::from_secs(2)));
        clock.advance(Duration::from_millis(1500));
        assert_eq!(rate.count(Client::Socket), Err(Duration::from_millis(500)));
        clock.advance(Duration::from_millis(500));
        assert_eq!(rate.count(Client::Socket), Ok(()));
        assert!(rate.count(Client::Socket).is_err());
        clock.advance(Duration::from_secs(3600));
        for _ in 0..3 {
            assert_eq!(rate.count(Client::Socket), Ok(()));
        }
        assert!(rate.count(Client::Socket).is_err(), "what is not used is not saved up");
    }

    #[test]
    fn clients_do_not_pay_for_each_other() {
        let (rate, _) = rate(100);
        for client in [stranger(1), stranger(2), Client::KeyHolder(0), Client::KeyHolder(1), Client::Socket] {
            let allowed = (0..10).filter(|_| rate.count(client).is_ok()).count();
            assert_eq!(allowed, 3, "{client:?}");
        }
    }

    #[test]
    fn many_addresses_take_no_more_than_their_bound() {
        let (rate, _) = rate(1000);
        for number in 0..100_000 {
            assert_eq!(rate.count(stranger(number)), Ok(()));
        }
        let clients = rate.0.into_state_store().0;
        // Each shard rounds its part up.
        assert!(clients.len() <= 1000 + clients.num_shards(), "{}", clients.len());
        let states = clients.len() * size_of::<[u64; 3]>();
        let bytes = clients.memory_used().total() + states;
        assert!(bytes <= 150 * 1000, "{bytes}");
    }

    #[test]
    fn one_that_asks_too_often_is_not_forgotten_for_those_that_ask_once() {
        let (rate, _) = rate(1000);
        let greedy = stranger(u32::MAX);
        let mut allowed = 0;
        for number in 0..100_000 {
            rate.count(stranger(number)).expect("its first request");
            if number % 100 == 0 && rate.count(greedy).is_ok() {
                allowed += 1;
            }
        }
        assert_eq!(allowed, 3);
    }
}
