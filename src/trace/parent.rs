//! The header `traceparent` (W3C Trace Context).

use std::fmt;

use uuid::Uuid;

/// Length of a version 00 header.
const LENGTH: usize = 55;

/// Flag `sampled`.
const SAMPLED: u8 = 1;

/// Trace id, span id and sampling flag. Neither id is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceParent {
    /// Id of the trace.
    pub trace_id: u128,
    /// Id of the span.
    pub span_id: u64,
    /// Whether the caller may have recorded the trace.
    pub sampled: bool,
}

impl TraceParent {
    /// Parses a header value. Of a version later than 00, parses the part common to all versions.
    ///
    /// Returns `None` for invalid values: wrong length, characters other than `0-9a-f`, an id of zeros, version ff.
    pub fn parse(value: &[u8]) -> Option<Self> {
        let (known, rest) = value.split_at_checked(LENGTH)?;
        let [version, trace_id, span_id, flags] = fields(known)?;
        let is_known = version == 0 && rest.is_empty();
        let is_later = (1..0xff).contains(&version) && matches!(rest, [] | [b'-', ..]);
        let parent =
            Self { trace_id, span_id: span_id.try_into().ok()?, sampled: flags & u128::from(SAMPLED) != 0 };
        ((is_known || is_later) && parent.trace_id != 0 && parent.span_id != 0).then_some(parent)
    }

    /// Starts a new trace.
    pub fn random() -> Self {
        // Never zero: a version 4 UUID has fixed version bits.
        Self { trace_id: Uuid::new_v4().as_u128(), span_id: random_span_id(), sampled: false }
    }

    /// Formats the trace id as 32 hexadecimal digits.
    pub fn trace_id_hex(self) -> impl fmt::Display {
        fmt::from_fn(move |f| write!(f, "{:032x}", self.trace_id))
    }

    /// Returns a new span of the same trace.
    #[must_use]
    pub fn next_span(self) -> Self {
        Self { span_id: random_span_id(), ..self }
    }
}

/// Parses the hyphen-separated fields of 2, 32, 16 and 2 hexadecimal digits.
fn fields(known: &[u8]) -> Option<[u128; 4]> {
    let mut fields = known.splitn(4, |byte| *byte == b'-');
    let mut field = |length: usize| {
        let digits = fields.next().filter(|digits| digits.len() == length)?;
        digits.iter().try_fold(0_u128, |value, digit| match digit {
            b'0'..=b'9' => Some(value << 4 | u128::from(digit - b'0')),
            b'a'..=b'f' => Some(value << 4 | u128::from(digit - b'a' + 10)),
            _ => None,
        })
    };
    Some([field(2)?, field(32)?, field(16)?, field(2)?])
}

/// Returns a random non-zero id. The fixed bits of the two UUID halves differ in position, so all bits are random.
fn random_span_id() -> u64 {
    let (high, low) = Uuid::new_v4().as_u64_pair();
    (high ^ low).max(1)
}

impl fmt::Display for TraceParent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flags = if self.sampled { SAMPLED } else { 0 };
        write!(f, "00-{:032x}-{:016x}-{flags:02x}", self.trace_id, self.span_id)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
    const SPAN: &str = "00f067aa0ba902b7";

    fn parsed(version: &str, trace: &str, span: &str, rest: &str) -> Option<TraceParent> {
        TraceParent::parse(format!("{version}-{trace}-{span}-{rest}").as_bytes())
    }

    #[test]
    fn parent_round_trips() {
        let parent = TraceParent {
            trace_id: 0x4bf9_2f35_77b3_4da6_a3ce_929d_0e0e_4736,
            span_id: 0x00f0_67aa_0ba9_02b7,
            sampled: true,
        };
        assert_eq!(parsed("00", TRACE, SPAN, "01"), Some(parent));
        assert_eq!(parent.to_string(), format!("00-{TRACE}-{SPAN}-01"));
        let unsampled = TraceParent { sampled: false, ..parent };
        assert_eq!(parsed("00", TRACE, SPAN, "00"), Some(unsampled));
        assert_eq!(unsampled.to_string(), format!("00-{TRACE}-{SPAN}-00"));
        assert_eq!(parsed("00", TRACE, SPAN, "fe"), Some(unsampled), "unknown flags");
    }

    #[test]
    fn later_version_parses_known_part() {
        for rest in ["01", "01-", "01-future-field"] {
            assert!(parsed("cc", TRACE, SPAN, rest).is_some_and(|parent| parent.sampled), "{rest}");
        }
    }

    #[test]
    fn invalid_header_returns_none() {
        let (no_trace, no_span) = ("0".repeat(32), "0".repeat(16));
        for (version, trace, span, rest) in [
            ("ff", TRACE, SPAN, "01"),
            ("00", &no_trace, SPAN, "01"),
            ("00", TRACE, &no_span, "01"),
            ("00", TRACE, SPAN, "01-more"),
            ("00", TRACE, SPAN, "1"),
            ("00", TRACE, SPAN, "001"),
            ("00", TRACE, SPAN, "0g"),
            ("cc", TRACE, SPAN, "01.more"),
            ("0", TRACE, SPAN, "01"),
            ("0A", TRACE, SPAN, "01"),
            ("00", &TRACE.to_uppercase(), SPAN, "01"),
            ("00", &TRACE[1..], SPAN, "01"),
            ("00", TRACE, &SPAN[1..], "01"),
            ("00", &TRACE[..31], &format!("{SPAN}0"), "01"),
        ] {
            assert_eq!(parsed(version, trace, span, rest), None, "{version}-{trace}-{span}-{rest}");
        }
        assert_eq!(TraceParent::parse(b""), None);
        assert_eq!(TraceParent::parse(&[0xff; 55]), None);
    }

    #[test]
    fn new_traces_have_different_ids() {
        let (one, other) = (TraceParent::random(), TraceParent::random());
        assert_ne!(one.trace_id, other.trace_id);
        let next = one.next_span();
        assert_eq!((next.trace_id, next.sampled), (one.trace_id, one.sampled));
        assert_ne!(next.span_id, one.span_id);
    }

    proptest! {
        #[test]
        fn formatted_parent_parses_back(trace_id in 1_u128.., span_id in 1_u64.., sampled: bool) {
            let parent = TraceParent { trace_id, span_id, sampled };
            prop_assert_eq!(TraceParent::parse(parent.to_string().as_bytes()), Some(parent));
        }

        #[test]
        fn any_bytes_parse_to_valid_ids_or_none(value: Vec<u8>) {
            if let Some(parent) = TraceParent::parse(&value) {
                prop_assert!(parent.trace_id != 0 && parent.span_id != 0);
            }
        }

        #[test]
        fn similar_text_parses_unchanged_or_none(value in "[0-9a-g]{2}-[0-9a-f]{31,33}-[0-9a-f]{15,17}-[0-9a-f]{1,3}") {
            if let Some(parent) = TraceParent::parse(value.as_bytes()) {
                prop_assert_eq!(&parent.to_string()[2..53], &value[2..53]);
            }
        }
    }
}
