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
}
