"""P2 behind a real gateway: the replicas know clients by the addresses that the gateway passes on. One client opens as many
streams as it can, also with an address of its own invention in X-Forwarded-For. More than its share get 429, and another
client of the same gateway is answered."""

import contextlib
import socket

from fleet.experiment import arguments, conclude
from fleet.gateway import TRUST_GATEWAY, Gateway
from fleet.questions import easy, request
from fleet.replica import Replica, defaults_of

# Two clients on loopback; the gateway connects to the replicas from 127.0.0.1.
HOSTILE, OTHER = "127.0.0.2", "127.0.0.3"
REPLICAS = 3
STREAMS = 60
TIMEOUT_S = 10

STREAM_HEAD = (
    b"POST /solutions?limit=1000000 HTTP/1.1\r\nHost: quadrille\r\nContent-Type: text/plain\r\nContent-Length: 81\r\n%s\r\n"
)
EMPTY_GRID = b"." * 81
FORGED = b"X-Forwarded-For: " + OTHER.encode() + b"\r\n"


def status(stack, port, client, sent):
    """Status of the response to these bytes, sent from this address. The connection stays open until `stack` ends."""
    connection = stack.enter_context(
        socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT_S, source_address=(client, 0))
    )
    connection.sendall(sent)
    head = b""
    while b"\r\n\r\n" not in head:
        received = connection.recv(65536)
        if not received:
            raise AssertionError(f"the gateway closed the connection after {head!r}")
        head += received
    return int(head[9:12])


def stream(stack, port, client, header=b""):
    """Status of a list of solutions that stays open, because it is not read."""
    return status(stack, port, client, STREAM_HEAD % header + EMPTY_GRID)


def main():
    options = arguments(__doc__, 0, gateway=["nginx", "envoy", "haproxy"])
    effective = defaults_of(options.binary)
    share = effective["batch"]["streaming_requests_max"] * effective["clients"]["capacity_share"] // 100
    with contextlib.ExitStack() as stack:
        replicas = [stack.enter_context(Replica(options.binary, TRUST_GATEWAY)) for _ in range(REPLICAS)]
        port = stack.enter_context(Gateway(options.gateway, replicas)).port
        hostile = [stream(stack, port, HOSTILE) for _ in range(STREAMS)]
        forged = [stream(stack, port, HOSTILE, FORGED) for _ in range(STREAMS)]
        other = [stream(stack, port, OTHER), status(stack, port, OTHER, request("/solve", easy()))]
    accepted = hostile.count(200) + forged.count(200)
    conclude(
        f"clients behind {options.gateway}",
        {"share": REPLICAS * share, "accepted": accepted, "other": other},
        {
            "a client gets no more than its share, also by invented addresses": share <= accepted <= REPLICAS * share,
            "more streams of this client get 429": set(hostile + forged) <= {200, 429},
            "another client of the same gateway is answered": other == [200, 200],
        },
    )


if __name__ == "__main__":
    main()
