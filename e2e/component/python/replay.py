"""Asks the component in wasmtime what it was asked in JavaScript, and compares the answers.

    python replay.py COMPONENT CALLS

CALLS has a line of JSON for each call: see tests/component/record.mjs.
"""

import json
import sys

from wasmtime import Engine, Store
from wasmtime.component import (
    F64,
    U8,
    U32,
    U64,
    BorrowType,
    Component,
    Linker,
    ListType,
    OptionType,
    OwnType,
    Record,
    RecordType,
    ResultType,
    TupleType,
    Variant,
    VariantType,
)

PACKAGE = "tooltrim:core"


def camel(name):
    first, *rest = name.split("-")
    return first + "".join(word.capitalize() for word in rest)


class Host:
    """An instance, and the resources that it has given."""

    def __init__(self, path):
        engine = Engine()
        component = Component.from_file(engine, path)
        self.store = Store(engine)
        linker = Linker(engine)
        # No store with a namespace is asked for.
        linker.define_unknown_imports_as_traps(component)
        self.instance = linker.instantiate(self.store, component)
        self.version = next(
            name.split("@")[1] for name in component.type.exports(engine) if name.startswith(PACKAGE)
        )
        self.functions = {}
        self.resources = {}

    def function(self, interface, name):
        key = (interface, name)
        if key not in self.functions:
            outer = self.instance.get_export_index(self.store, f"{PACKAGE}/{interface}@{self.version}")
            inner = self.instance.get_export_index(self.store, name, outer)
            function = self.instance.get_func(self.store, inner)
            kind = function.type(self.store)
            self.functions[key] = (function, [kind for _, kind in kind.params], kind.result)
        return self.functions[key]

    def call(self, line):
        function, parameters, result = self.function(line["i"], line["f"])
        given = line["a"] + [None] * (len(parameters) - len(line["a"]))
        answer = function(self.store, *(self.give(kind, value) for kind, value in zip(parameters, given)))
        function.post_return(self.store)
        expected = line.get("r")
        if isinstance(result, ResultType):
            ok, error = result.ok, result.err
            if result._tagged():
                is_error, answer = answer.tag == "err", answer.payload
            else:
                is_error = isinstance(answer, Record) if error else False
            if is_error:
                return {"e": self.take(error, answer, None)}
            return {"r": self.take(ok, answer, expected) if ok else None}
        return {"r": self.take(result, answer, expected) if result else None}

    def give(self, kind, value):
        if isinstance(kind, OptionType):
            if not kind._tagged():
                return None if value is None else self.give(kind.payload, value)
            return Variant("none") if value is None else Variant("some", self.give(kind.payload, value))
        if isinstance(kind, RecordType):
            record = Record()
            for name, field in kind.fields:
                setattr(record, name, self.give(field, value.get(camel(name))))
            return record
        if isinstance(kind, ListType):
            if isinstance(kind.element, U8):
                return bytes(value)
            return [self.give(kind.element, item) for item in value]
        if isinstance(kind, TupleType):
            return tuple(self.give(part, item) for part, item in zip(kind.elements, value))
        if isinstance(kind, VariantType):
            payload = dict(kind.cases)[value["tag"]]
            content = self.give(payload, value["val"]) if payload else None
            return Variant(value["tag"], content) if kind._tagged() else content
        if isinstance(kind, (OwnType, BorrowType)):
            return self.resources[value["$"]]
        if isinstance(kind, F64):
            return float(value)
        # JavaScript writes 1e3 and 1000.0, too.
        return int(value) if isinstance(kind, (U8, U32, U64)) else value

    def take(self, kind, value, expected):
        if isinstance(kind, OptionType):
            value = value.payload if isinstance(value, Variant) and kind._tagged() else value
            return None if value is None else self.take(kind.payload, value, expected)
        if isinstance(kind, RecordType):
            fields = ((camel(name), self.take(field, getattr(value, name), None)) for name, field in kind.fields)
            return {name: field for name, field in fields if field is not None}
        if isinstance(kind, ListType):
            return [self.take(kind.element, item, None) for item in value]
        if isinstance(kind, TupleType):
            return [self.take(part, item, None) for part, item in zip(kind.elements, value)]
        if isinstance(kind, OwnType):
            self.resources[expected["$"]] = value
            return expected
        return value


def main(path, calls):
    host = Host(path)
    count, wrong = 0, []
    with open(calls, encoding="utf-8") as lines:
        for text in lines:
            line = json.loads(text)
            answer = host.call(line)
            expected = {name: line[name] for name in ("r", "e") if name in line}
            count += 1
            if answer != expected:
                wrong.append((count, line["i"], line["f"], expected, answer))
    for at, interface, name, expected, answer in wrong[:3]:
        print(f"call {at}, {interface} {name}: expected {str(expected)[:600]}, answered {str(answer)[:600]}")
    print(f"{count} calls, {len(wrong)} answered differently")
    sys.exit(1 if wrong or count == 0 else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
