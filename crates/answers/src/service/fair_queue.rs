//! Queue that serves its clients in turn.

use std::collections::{HashMap, VecDeque};

use super::share::ClientId;

/// Items of several clients. Clients are served round-robin, the items of each client first in, first out.
#[derive(Debug)]
pub(super) struct FairQueue<T> {
    /// Clients with items, each once, in the order of their turns.
    turns: VecDeque<ClientId>,
    items: HashMap<ClientId, VecDeque<T>>,
    len: usize,
}

impl<T> FairQueue<T> {
    pub(super) fn new() -> Self {
        Self { turns: VecDeque::new(), items: HashMap::new(), len: 0 }
    }

    /// Appends an item. A client without items gets the last turn.
    pub(super) fn push(&mut self, client: ClientId, item: T) {
        let items = self.items.entry(client).or_default();
        if items.is_empty() {
            self.turns.push_back(client);
        }
        items.push_back(item);
        self.len += 1;
    }

    /// Removes the first item of the next client.
    pub(super) fn pop(&mut self) -> Option<T> {
        let client = self.turns.pop_front()?;
        let items = self.items.get_mut(&client)?;
        let item = items.pop_front()?;
        if items.is_empty() {
            self.items.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        self.len -= 1;
        Some(item)
    }

    /// Returns the number of items that leave the queue before the next item pushed by this client, if no other client
    /// pushes before. Looks at each client with items.
    pub(super) fn ahead_of(&self, client: ClientId) -> usize {
        let len = |client| self.items.get(client).map_or(0, VecDeque::len);
        let own = len(&client);
        let mut rounds = own + 1;
        let ahead = self.turns.iter().map(|other| {
            if *other == client {
                // In the round of the new item, the clients behind this one have their turn after it.
                rounds = own;
            }
            len(other).min(rounds)
        });
        ahead.sum()
    }

    /// Returns the number of items.
    pub(super) fn len(&self) -> usize {
        self.len
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_take_turns_and_items_of_a_client_keep_their_order() {
        let mut queue = FairQueue::new();
        let [one, two, three] = [1, 2, 3].map(ClientId::from_hash);
        for (client, item) in [(one, 'a'), (one, 'b'), (one, 'c'), (two, 'd'), (two, 'e'), (three, 'f')] {
            queue.push(client, item);
        }
        assert_eq!(queue.len(), 6);
        let popped: String = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(popped, "adfbec");
        assert!(queue.len() == 0 && queue.items.is_empty() && queue.turns.is_empty());
    }

    /// Reads a number in base 4 as pushes of three clients (0 to 2) and pops (3).
    fn queue_after(mut steps: u32, length: u32) -> FairQueue<u32> {
        let mut queue = FairQueue::new();
        for item in 0..length {
            match steps % 4 {
                3 => drop(queue.pop()),
                client => queue.push(ClientId::from_hash(client.into()), item),
            }
            steps /= 4;
        }
        queue
    }

    #[test]
    fn items_ahead_are_those_popped_before_a_new_item() {
        const LENGTH: u32 = 7;
        for steps in 0..4_u32.pow(LENGTH) {
            // The last client has no items.
            for client in [0, 1, 2, 4].map(ClientId::from_hash) {
                let mut queue = queue_after(steps, LENGTH);
                let ahead = queue.ahead_of(client);
                queue.push(client, LENGTH);
                let popped = std::iter::from_fn(|| queue.pop()).take_while(|item| *item != LENGTH).count();
                assert_eq!(popped, ahead, "{steps:o} {client:?}");
            }
        }
    }
}
