"""Puzzles of all kinds of containers as entries of the native module, and its columns as the same kind."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from quadrille import _native
from quadrille._types import ReadPuzzle

if TYPE_CHECKING:
    import numpy
    import pyarrow

T = TypeVar("T")

SIZE_MAX = 36
"""Maximum size of a grid."""

# Byte of each digit. A grid of size 36 has digits without a symbol.
_SYMBOLS = b".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Column:
    """Column of results: values after each other in bytes, their offsets, and the bits of those that are not null."""

    __slots__ = ("offsets", "valid", "values")

    def __init__(self, column: tuple[bytes, bytes, bytes | None]) -> None:
        self.values, self.offsets, self.valid = column

    def __len__(self) -> int:
        return len(self.offsets) // 8 - 1

    def field(self, start: int, size: int, width: int, valid: bytes | None) -> Column:
        """Returns a part of `size` bytes of values of `width` bytes as a column."""
        values = memoryview(self.values)
        if size > 1:
            values, start, width = values.cast("Q"), start // size, width // size
        return Column((values[start::width].tobytes(), self.offsets, valid))

    def is_valid(self) -> Iterable[bool]:
        """Returns for each value whether it is not null."""
        valid = self.valid
        if valid is None:
            return (True for _ in range(len(self)))
        return (valid[index >> 3] >> (index & 7) & 1 == 1 for index in range(len(self)))

    def numbers(self) -> list[int | None]:
        """Returns values of 64 bits as a list."""
        return self._with_nulls(memoryview(self.values).cast("Q").tolist())

    def booleans(self) -> list[bool | None]:
        """Returns values of one byte as a list."""
        return self._with_nulls([value == 1 for value in self.values])

    def _with_nulls(self, values: list[T]) -> list[T | None]:
        if self.valid is None:
            return list(values)
        return [value if is_valid else None for value, is_valid in zip(values, self.is_valid(), strict=True)]

    def texts(self) -> list[str | None]:
        """Returns values of text as a list."""
        text = self.values.decode()
        if len(text) != len(self.values):
            parts = self.parts()
            return self._with_nulls([part.decode() for part in parts])
        ends = memoryview(self.offsets).cast("Q").tolist()
        return self._with_nulls([text[start:end] for start, end in zip(ends, ends[1:], strict=False)])

    def parts(self) -> list[bytes]:
        """Returns the bytes of each value."""
        ends = memoryview(self.offsets).cast("Q").tolist()
        return [self.values[start:end] for start, end in zip(ends, ends[1:], strict=False)]

    def documents(self) -> list[Any]:
        """Returns values of JSON as a list."""
        return [None if text is None else json.loads(text) for text in self.texts()]


class Container(ABC):
    """Puzzles of one call, and how its results are returned."""

    has_index = True
    """Whether errors name the index of a puzzle."""
    is_json = False
    """Whether the entries are JSON."""

    @abstractmethod
    def entries(self) -> _native.Entries:
        """Returns the puzzles as entries."""

    @abstractmethod
    def texts(self, column: Column) -> Any:
        """Returns a column of text, such as solutions."""

    @abstractmethod
    def numbers(self, column: Column) -> Any:
        """Returns a column of 64-bit integers."""

    @abstractmethod
    def booleans(self, column: Column) -> Any:
        """Returns a column of booleans."""

    @abstractmethod
    def masks(self, column: Column) -> Any:
        """Returns a column of lists of bit masks, one for each cell."""

    @abstractmethod
    def records(self, values: list[Any], fields: Mapping[str, str]) -> Any:
        """Returns tuples with these fields and their Arrow types; None for no value."""

    def labels(self, column: Column) -> Any:
        """Returns a column of names."""
        return self.texts(column)

    def documents(self, column: Column) -> Any:
        """Returns a column of JSON."""
        return column.documents()


class List(Container):
    """Puzzles in a list, and results in a list."""

    def __init__(self, puzzles: list[Any]) -> None:
        if not all(puzzle is None or isinstance(puzzle, str) for puzzle in puzzles):
            self.is_json = True
            puzzles = [None if puzzle is None else json.dumps(_as_json(puzzle)) for puzzle in puzzles]
        self._puzzles = puzzles

    def entries(self) -> _native.Entries:
        return _native.Entries.of_strings(self._puzzles)

    def texts(self, column: Column) -> Any:
        return column.texts()

    def numbers(self, column: Column) -> Any:
        return column.numbers()

    def booleans(self, column: Column) -> Any:
        return column.booleans()

    def masks(self, column: Column) -> Any:
        return [
            _digits(part) if is_valid else None
            for part, is_valid in zip(column.parts(), column.is_valid(), strict=True)
        ]

    def records(self, values: list[Any], fields: Mapping[str, str]) -> Any:
        return values


class Single(List):
    """One puzzle, and one result."""

    has_index = False

    def __init__(self, puzzle: Any) -> None:
        super().__init__([puzzle])

    def texts(self, column: Column) -> Any:
        return super().texts(column)[0]

    def numbers(self, column: Column) -> Any:
        return super().numbers(column)[0]

    def booleans(self, column: Column) -> Any:
        return super().booleans(column)[0]

    def masks(self, column: Column) -> Any:
        return super().masks(column)[0]

    def records(self, values: list[Any], fields: Mapping[str, str]) -> Any:
        return values[0]

    def documents(self, column: Column) -> Any:
        return super().documents(column)[0]


class NumPy(Container):
    """Puzzles in a NumPy array, and results in a NumPy array, which is masked if a value is null.

    Puzzles are rows of digits or of bytes, or texts. Solutions are of the same kind.
    """

    def __init__(self, array: numpy.ndarray[Any, Any]) -> None:
        self._array = array
        self._shape = array.shape
        self._texts: List | None = None
        self._is_digits = False
        if array.ndim == 1 and array.dtype.kind in "OUT":
            self._texts = List([None if _is_missing(puzzle) else puzzle for puzzle in array.tolist()])
            self.is_json = self._texts.is_json
        elif array.ndim == 1 and array.dtype.kind == "S":
            if array.dtype.itemsize == 0:
                raise ValueError("the texts are empty")
        elif array.ndim in (2, 3) and array.dtype.kind in "iu":
            if array.ndim == 2 and array.shape[0] == array.shape[1] <= SIZE_MAX:
                raise ValueError(
                    f"an array of shape {array.shape} is either one grid or many: pass `array.tolist()` for one grid, "
                    "or an array with three dimensions for many"
                )
            self._array = array.reshape(array.shape[0], -1)
            self._is_digits = array.size == 0 or (int(array.max()) <= SIZE_MAX - 1 and int(array.min()) >= 0)
        else:
            raise TypeError(
                f"an array of puzzles has rows of digits or bytes, or texts, not {array.ndim} dimensions of {array.dtype}"
            )

    def entries(self) -> _native.Entries:
        import numpy

        if self._texts is not None:
            return self._texts.entries()
        rows = self._array
        if rows.dtype.kind == "S":
            rows = numpy.ascontiguousarray(rows)
            return _native.Entries.of_rows(rows.view(numpy.uint8).data, rows.dtype.itemsize)
        if self._is_digits:
            rows = numpy.frombuffer(_SYMBOLS, numpy.uint8)[rows]
        elif rows.size > 0 and (int(rows.min()) < 0 or int(rows.max()) > 127):
            raise ValueError(f"digits are numbers from 0 to {SIZE_MAX - 1}, or ASCII symbols")
        rows = numpy.ascontiguousarray(rows, numpy.uint8)
        width = rows.shape[1]
        return _native.Entries.of_rows(rows.reshape(-1).data, width)

    def texts(self, column: Column) -> Any:
        import numpy

        if self._texts is not None:
            kind: Any = object if self._array.dtype.kind == "O" else self._array.dtype
            texts = column.texts()
            if None in texts:
                kind = object
            return numpy.array(texts, kind)
        valid = self._valid(column)
        if self._array.dtype.kind == "S":
            return self._masked(numpy.array(column.parts(), "S"), valid)
        solutions = numpy.zeros(self._array.shape, numpy.uint8)
        solved = numpy.frombuffer(column.values, numpy.uint8)
        if self._is_digits:
            table = numpy.zeros(256, numpy.uint8)
            table[numpy.frombuffer(_SYMBOLS, numpy.uint8)] = numpy.arange(len(_SYMBOLS))
            table[ord(".")] = 0
            solved = table[solved]
        solutions[slice(None) if valid is None else valid] = solved.reshape(-1, solutions.shape[1])
        solutions = self._masked(solutions.astype(self._array.dtype, copy=False), valid)
        return solutions.reshape(self._shape)

    def numbers(self, column: Column) -> Any:
        import numpy

        return self._masked(numpy.frombuffer(column.values, numpy.uint64), self._valid(column))

    def booleans(self, column: Column) -> Any:
        import numpy

        return self._masked(numpy.frombuffer(column.values, numpy.bool_), self._valid(column))

    def masks(self, column: Column) -> Any:
        import numpy

        valid = self._valid(column)
        widths = numpy.unique(numpy.diff(numpy.frombuffer(column.offsets, numpy.int64)))
        widths = widths[widths > 0]
        if len(widths) > 1:
            raise ValueError("the grids have several sizes: pass a list")
        cells = int(widths[0]) // 8 if len(widths) else 0
        masks = numpy.zeros((len(column), cells), numpy.uint64)
        masks[slice(None) if valid is None else valid] = numpy.frombuffer(column.values, numpy.uint64).reshape(-1, cells or 1)
        return self._masked(masks, valid)

    def labels(self, column: Column) -> Any:
        import numpy

        return numpy.array(column.texts(), numpy.object_)

    def records(self, values: list[Any], fields: Mapping[str, str]) -> Any:
        import numpy

        kinds = {"uint64": "u8", "string": "O"}
        dtype = [(name, kinds[kind]) for name, kind in fields.items()]
        valid = numpy.array([value is not None for value in values], bool)
        blank = tuple(0 if kind == "uint64" else None for kind in fields.values())
        records = numpy.array([blank if value is None else tuple(value) for value in values], dtype)
        return self._masked(records, None if valid.all() else valid)

    def _valid(self, column: Column) -> Any:
        import numpy

        if column.valid is None:
            return None
        bits = numpy.frombuffer(column.valid, numpy.uint8)
        return numpy.unpackbits(bits, count=len(column), bitorder="little").astype(bool)

    def _masked(self, values: Any, valid: Any) -> Any:
        import numpy

        if valid is None:
            return values
        mask = ~valid
        if values.ndim == 2:
            mask = numpy.repeat(mask[:, None], values.shape[1], axis=1)
        return numpy.ma.masked_array(values, mask)


class Arrow(Container):
    """Puzzles in an Arrow array of any library, and results in an array of pyarrow; chunked, if the puzzles are."""

    def __init__(self, array: Any) -> None:
        try:
            import pyarrow
        except ImportError as error:
            raise ImportError("Arrow arrays need pyarrow: pip install pyarrow") from error
        self._is_chunked = not isinstance(array, pyarrow.Array) and hasattr(array, "__arrow_c_stream__")
        if self._is_chunked:
            chunks = pyarrow.chunked_array(array).cast(pyarrow.large_string()).chunks
            self._array = pyarrow.concat_arrays(chunks) if chunks else pyarrow.array([], pyarrow.large_string())
        else:
            self._array = pyarrow.array(array).cast(pyarrow.large_string())

    def entries(self) -> _native.Entries:
        array = self._array
        valid, offsets, data = array.buffers()
        if len(array) == 0:
            return _native.Entries.of_strings([])
        start, end = array.offset, array.offset + len(array)
        # Only the slice: the buffers may belong to a much longer array.
        begins = memoryview(offsets).cast("B").cast("q")[start : end + 1]
        # An array without any text may have no buffer.
        texts = memoryview(b"" if data is None else data).cast("B")[begins[0] : begins[-1]]
        bits = None if valid is None else memoryview(valid).cast("B")[start // 8 : (end + 7) // 8]
        return _native.Entries.of_column(texts, begins, bits, start % 8)

    def texts(self, column: Column) -> Any:
        import pyarrow

        return self._wrapped(self._of_buffers(pyarrow.large_string(), column, column.offsets, column.values))

    def numbers(self, column: Column) -> Any:
        import pyarrow

        return self._wrapped(self._of_buffers(pyarrow.uint64(), column, column.values))

    def booleans(self, column: Column) -> Any:
        import pyarrow

        return self._wrapped(self._of_buffers(pyarrow.uint8(), column, column.values).cast(pyarrow.bool_()))

    def masks(self, column: Column) -> Any:
        import pyarrow

        masks = pyarrow.array(memoryview(column.values).cast("Q"), pyarrow.uint64())
        ends = memoryview(column.offsets).cast("Q")
        offsets = pyarrow.array([end // 8 for end in ends], pyarrow.int64())
        valid = None if column.valid is None else pyarrow.array([not is_valid for is_valid in column.is_valid()])
        return self._wrapped(pyarrow.LargeListArray.from_arrays(offsets, masks, mask=valid))

    def records(self, values: list[Any], fields: Mapping[str, str]) -> Any:
        import pyarrow

        kind = pyarrow.struct([(name, pyarrow.type_for_alias(kind)) for name, kind in fields.items()])
        rows = [None if value is None else dict(zip(fields, value, strict=True)) for value in values]
        return self._wrapped(pyarrow.array(rows, kind))

    def documents(self, column: Column) -> Any:
        return self.texts(column)

    def _of_buffers(self, kind: pyarrow.DataType, column: Column, *buffers: bytes) -> Any:
        import pyarrow

        valid = None if column.valid is None else pyarrow.py_buffer(column.valid)
        parts = [valid, *map(pyarrow.py_buffer, buffers)]
        return pyarrow.Array.from_buffers(kind, len(column), parts)

    def _wrapped(self, array: Any) -> Any:
        import pyarrow

        return pyarrow.chunked_array([array]) if self._is_chunked else array


class Polars(Arrow):
    """Puzzles in a series of Polars, and results in a series with its name."""

    def __init__(self, series: Any) -> None:
        super().__init__(series)
        self._name = series.name

    def _wrapped(self, array: Any) -> Any:
        import polars

        return polars.Series(self._name, array)


class Pandas(List):
    """Puzzles in a series of pandas, and results in a series with its index and name."""

    def __init__(self, series: Any) -> None:
        super().__init__([None if _is_missing(puzzle) else puzzle for puzzle in series.tolist()])
        self._series = series

    def _of_list(self, values: list[Any], dtype: str) -> Any:
        return type(self._series)(values, index=self._series.index, name=self._series.name, dtype=dtype)

    def texts(self, column: Column) -> Any:
        return self._of_list(super().texts(column), "str")

    def numbers(self, column: Column) -> Any:
        return self._of_list(super().numbers(column), "UInt64")

    def booleans(self, column: Column) -> Any:
        return self._of_list(super().booleans(column), "boolean")

    def masks(self, column: Column) -> Any:
        return self._of_list(super().masks(column), "object")

    def records(self, values: list[Any], fields: Mapping[str, str]) -> Any:
        return self._of_list(values, "object")

    def documents(self, column: Column) -> Any:
        return self.texts(column)


def container(puzzles: Any) -> Container:
    """Recognises the puzzles of a call."""
    if isinstance(puzzles, str | Mapping):
        return Single(puzzles)
    if isinstance(puzzles, ReadPuzzle):
        return Single(puzzles.argument)
    library = type(puzzles).__module__.partition(".")[0]
    kinds: dict[tuple[str, str], Callable[[Any], Container]] = {
        ("polars", "Series"): Polars,
        ("pandas", "Series"): Pandas,
    }
    kind = kinds.get((library, type(puzzles).__name__))
    if kind is not None:
        return kind(puzzles)
    if hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__"):
        return Arrow(puzzles)
    if library == "numpy" and hasattr(puzzles, "dtype"):
        return NumPy(puzzles)
    if not isinstance(puzzles, Iterable):
        raise TypeError(f"puzzles are a str, rows of digits, or many of them, not {type(puzzles).__name__}")
    puzzles = list(puzzles)
    return Single(puzzles) if puzzles and all(map(_is_row, puzzles)) else List(puzzles)


def _is_row(row: Any) -> bool:
    """Whether this is a row of a grid: a sequence of digits."""
    if isinstance(row, str | Mapping) or not isinstance(row, Iterable):
        return False
    return all(digit is None or isinstance(digit, int) or type(digit).__module__ == "numpy" for digit in row)


def _is_missing(puzzle: Any) -> bool:
    return puzzle is None or puzzle != puzzle or type(puzzle).__name__ == "NAType"


def _as_json(puzzle: Any) -> Any:
    """Returns a puzzle as an element of a JSON array of puzzles."""
    if isinstance(puzzle, ReadPuzzle):
        return puzzle.argument
    if isinstance(puzzle, str):
        return puzzle
    if isinstance(puzzle, Mapping):
        return dict(puzzle)
    return {"puzzle": [[None if digit is None else int(digit) for digit in row] for row in puzzle]}


def _digits(masks: bytes) -> list[list[list[int]]]:
    """Returns the digits of the bit masks of a square grid."""
    cells = [
        [digit + 1 for digit in range(SIZE_MAX) if mask >> digit & 1] for mask in memoryview(masks).cast("Q").tolist()
    ]
    size = max(1, int(len(cells) ** 0.5))
    return [cells[start : start + size] for start in range(0, len(cells), size)]
