//! Lines and their weights.

use std::vec::Vec;

use crate::text::outline::{TextKind, unnumbered, weight};

/// Each line with the weight that it has as that kind of text.
fn weigh(kind: TextKind, lines: &[(&str, u8)]) {
    let weighed: Vec<(&str, u8)> = lines.iter().map(|&(line, _)| (line, weight(kind, line))).collect();
    let wrong: Vec<_> = weighed.iter().zip(lines).filter(|(found, expected)| found != expected).collect();
    assert!(wrong.is_empty(), "{kind:?}, found and expected: {wrong:#?}");
}

#[test]
fn typescript_and_javascript() {
    weigh(
        TextKind::Code,
        &[
            ("import { readFile } from \"node:fs/promises\";", 1),
            ("import type { Plan } from './plan'", 1),
            ("import \"./polyfill\";", 1),
            ("const path = require('path');", 1),
            ("export const LIMIT = 4000;", 3),
            ("export default class Trimmer extends Base<string> {", 3),
            ("export async function load(path: string): Promise<Plan> {", 3),
            ("export function* pieces() {", 3),
            ("export default function () {", 2),
            ("export interface Options {", 3),
            ("export type Plan = { head: number };", 3),
            ("export type { Plan } from './plan';", 2),
            ("export { trim, Trimmer } from './trim';", 2),
            ("export * from './measure';", 2),
            ("declare module \"tooltrim\" {", 3),
            ("enum Level {", 3),
            ("const enum Level {", 3),
            ("namespace Inner {", 3),
            ("const start = Date.now();", 2),
            ("let waiting = false;", 2),
            ("const double = (n: number) => n * 2;", 3),
            ("const load = async (path) => {", 3),
            ("module.exports = { trim };", 3),
            ("exports.run = function (args) {", 3),
            ("Reader.prototype.next = function () {", 3),
            ("describe(\"trim\", () => {", 3),
            ("  it('keeps both ends', async () => {", 2),
            ("  test.each(cases)(\"%s\", (line) => {", 2),
            ("app.get(\"/users/:id\", async (request, reply) => {", 2),
            ("  constructor(private readonly limit: number) {", 2),
            ("  async next(): Promise<string> {", 2),
            ("  private count = 0;", 1),
            ("  readonly name: string;", 1),
            ("  static of(text: string) {", 2),
            ("  get size() {", 2),
            ("\trender(width: number): string[] {", 2),
            ("  on(event: string, listener: () => void): this;", 2),
            ("  const inner = () => {", 2),
            ("      const inner = () => {", 1),
            ("  handle: function (event) {", 2),
            ("  \"use strict\";", 0),
            ("  const count = lines.length;", 0),
            ("  if (count > 3) {", 0),
            ("  } else {", 0),
            ("  return run(args);", 0),
            ("  run(args);", 0),
            ("  lines.forEach((line) => {", 0),
            ("  await page.click('#go');", 0),
            ("// export const old = 3;", 0),
            (" * function of the type", 0),
            ("/** Trims. */", 0),
            ("@Injectable()", 0),
            ("});", 0),
        ],
    );
}

#[test]
fn python_and_ruby() {
    weigh(
        TextKind::Code,
        &[
            ("import os", 1),
            ("import numpy as np", 1),
            ("from typing import Iterator", 1),
            ("class Reader(Base):", 3),
            ("class Reader:", 3),
            ("def read(path: str) -> bytes:", 3),
            ("async def main():", 3),
            ("    def __init__(self, path):", 2),
            ("    async def next(self) -> str:", 2),
            ("MAXIMUM = 3", 2),
            ("app = Flask(__name__)", 1),
            ("limit: int = 3", 3),
            ("square = lambda n: n * n", 3),
            ("@app.route(\"/\")", 0),
            ("@property", 0),
            ("# def old():", 0),
            ("    return self.path", 0),
            ("    else:", 0),
            ("try:", 0),
            ("    with open(path) as file:", 0),
            ("for line in lines:", 0),
            ("\"\"\"Reads files.\"\"\"", 0),
            ("    Returns:", 0),
            ("require 'json'", 1),
            ("require_relative \"lib/reader\"", 1),
            ("module Tools", 3),
            ("class Reader < Base", 3),
            ("  def read(path)", 2),
            ("  def empty?", 2),
            ("  def self.open(path)", 2),
            ("describe \"reading\" do", 3),
            ("  it \"reads\" do", 2),
            ("    raise ArgumentError, 'none'", 0),
            ("end", 0),
        ],
    );
}

#[test]
fn rust_and_go() {
    weigh(
        TextKind::Code,
        &[
            ("use std::fmt;", 1),
            ("mod tests {", 3),
            ("pub mod select;", 3),
            ("pub fn trim(text: &str, limit: usize) -> String {", 3),
            ("pub(crate) const fn floor(at: usize) -> usize {", 3),
            ("pub(in crate::text) struct Plan {", 3),
            ("unsafe extern \"C\" fn start() {", 3),
            ("struct Plan<'a>(&'a str);", 3),
            ("pub enum Keep {", 3),
            ("pub trait Source {", 3),
            ("impl<'a> Source for StrSource<'a> {", 3),
            ("impl Plan {", 3),
            ("macro_rules! table {", 3),
            ("pub const LIMIT: usize = 400;", 3),
            ("const LIMIT: usize = 400;", 2),
            ("pub static NAMES: [&str; 2] = [\"a\", \"b\"];", 2),
            ("    pub fn new() -> Self {", 2),
            ("    fn len(&self) -> usize;", 2),
            ("    const EMPTY: Self = Self(0);", 1),
            ("    pub head: usize,", 1),
            ("#[derive(Clone, Debug)]", 0),
            ("    let mut lines = Vec::new();", 0),
            ("    match kind {", 0),
            ("        Kind::Code => code(line),", 0),
            ("        Some(line) => {", 0),
            ("    for line in lines {", 0),
            ("    Plan { head, tail }", 0),
            ("/// A struct of lines.", 0),
            ("package main", 1),
            ("import \"fmt\"", 1),
            ("import (", 1),
            ("func main() {", 3),
            ("func (r *Reader) Next() (string, error) {", 3),
            ("type Reader struct {", 3),
            ("type Handler interface {", 3),
            ("type ID string", 3),
            ("var ErrClosed = errors.New(\"closed\")", 2),
            ("const (", 2),
            ("\tgo func() {", 0),
            ("\tif err != nil {", 0),
            ("\tdefer file.Close()", 0),
        ],
    );
}

#[test]
fn java_and_its_kin() {
    weigh(
        TextKind::Code,
        &[
            ("package com.example.app;", 1),
            ("import java.util.List;", 1),
            ("using System.Text;", 1),
            ("public final class Reader<T> implements Closeable {", 3),
            ("public record Point(int x, int y) {}", 3),
            ("    public List<Map<String, T>> all(int most) throws IOException {", 2),
            ("    protected abstract void close();", 2),
            ("    private static final int LIMIT = 3;", 1),
            ("    @Override public String toString() {", 2),
            ("    @Override", 0),
            ("    void run(int times);", 2),
            ("    public Reader(String path) {", 2),
            ("    public int Count { get; set; }", 1),
            ("namespace App.Reading;", 3),
            ("    return new Reader(path);", 0),
            ("    items.add(new Item(3));", 0),
            ("fun main(args: Array<String>) {", 3),
            ("fun <T> List<T>.second(): T = this[1]", 3),
            ("data class User(val name: String)", 3),
            ("object Registry {", 3),
            ("sealed interface Result", 3),
            ("    companion object {", 2),
            ("    override suspend fun load(): User {", 2),
            ("    val name = \"x\"", 0),
            ("case class Point(x: Int, y: Int)", 3),
            ("func load(_ path: String) async throws -> Data {", 3),
            ("extension String: Named {", 3),
            ("protocol Named {", 3),
            ("    init(path: String) {", 2),
            ("    var body: some View {", 2),
            ("    case .none: return nil", 0),
            ("<?php", 0),
            ("namespace App\\Models;", 3),
            ("use App\\Models\\User;", 1),
            ("abstract class Model", 3),
            ("    public static function find(int $id): ?self", 2),
            ("    protected $table = 'users';", 1),
            ("function helper($value) {", 3),
        ],
    );
}

#[test]
fn c_and_shell_and_others() {
    weigh(
        TextKind::Code,
        &[
            ("#include <stdio.h>", 1),
            ("#define LIMIT 400", 2),
            ("#ifdef DEBUG", 0),
            ("int main(int argc, char **argv) {", 3),
            ("static inline size_t floor_of(const char *text, size_t at)", 3),
            ("void Reader::next(std::string_view text) const {", 3),
            ("int run(void);", 2),
            ("typedef struct node node_t;", 3),
            ("struct node {", 3),
            ("template <typename T>", 0),
            ("class Reader : public Base {", 3),
            ("  explicit Reader(int fd);", 2),
            ("  Reader reader(3);", 0),
            ("  printf(\"%d\", 3);", 0),
            ("#!/bin/bash", 0),
            ("build() {", 3),
            ("function deploy {", 3),
            ("export PATH=\"$HOME/bin:$PATH\"", 2),
            ("echo \"done\"", 0),
            ("if [ -f x ]; then", 0),
            ("local function helper(x)", 3),
            ("defmodule App.Reader do", 3),
            ("  defp next(reader) do", 2),
            ("(defn read [path]", 3),
            ("CREATE TABLE IF NOT EXISTS users (", 3),
            ("create unique index users_email on users (email);", 3),
            ("ALTER TABLE users ADD COLUMN age int;", 2),
            ("SELECT * FROM users WHERE id = 3;", 0),
            ("INSERT INTO users (name) VALUES ('a');", 0),
            ("create a plan for the users", 0),
        ],
    );
}

#[test]
fn markup_and_configuration() {
    weigh(
        TextKind::Code,
        &[
            ("body {", 3),
            (".menu > li:hover {", 3),
            ("#main .title {", 3),
            ("a:not(.plain) {", 3),
            ("@media (max-width: 600px) {", 2),
            ("  .menu {", 2),
            ("  color: red;", 0),
            ("FROM node:22-slim AS build", 3),
            ("ENTRYPOINT [\"node\", \"app.js\"]", 2),
            ("RUN npm ci", 1),
            ("name: build", 3),
            ("jobs:", 3),
            ("  test:", 2),
            ("    runs-on: ubuntu-latest", 0),
            ("      - name: Check out", 1),
            ("[package]", 3),
            ("[[bin]]", 3),
            ("[tool.black]  # style", 3),
            ("[remote \"origin\"]", 3),
            ("[no result was recorded]", 0),
            ("version = \"1.0\"", 1),
            ("DATABASE_URL=postgres://localhost/app", 2),
            ("resource \"aws_bucket\" \"logs\" {", 3),
            ("<div id=\"app\">", 2),
            ("<h1>Title</h1>", 2),
            ("<p>text</p>", 0),
            ("<!-- <div id=\"old\"> -->", 0),
            ("build: main.o util.o", 3),
        ],
    );
}

#[test]
fn numbers_in_front_change_nothing() {
    for (line, text) in [
        ("   12\u{2192}fn a() {", "fn a() {"),
        ("12: fn a() {", "fn a() {"),
        ("12:fn a() {", "fn a() {"),
        ("12|fn a() {", "fn a() {"),
        ("  12 | fn a() {", "fn a() {"),
        ("00012| fn a() {", "fn a() {"),
        ("    12\tfn a() {", "fn a() {"),
        ("L12: fn a() {", "fn a() {"),
        ("  7 \u{2502} fn a() {", "fn a() {"),
        ("fn a() {", "fn a() {"),
        ("12:30:45 started", "12:30:45 started"),
        ("12-fn a() {", "12-fn a() {"),
        ("2026 was long", "2026 was long"),
        ("12", "12"),
        ("   12\u{2192}", ""),
        ("12345678: too long", "12345678: too long"),
    ] {
        assert_eq!(unnumbered(line), text, "{line}");
        assert_eq!(weight(TextKind::Code, line), weight(TextKind::Code, text), "{line}");
    }
    assert_eq!(weight(TextKind::Code, "   12\u{2192}    fn a() {"), 2);
    assert_eq!(weight(TextKind::Json, "     2\t  \"name\": \"x\","), 3);
    assert_eq!(weight(TextKind::Markdown, "3: ## Usage"), 3);
}

#[test]
fn json_hits_and_listings() {
    weigh(
        TextKind::Json,
        &[
            ("  \"name\": \"tooltrim\",", 3),
            ("\t\"scripts\": {", 3),
            ("    \"build\": \"tsc\",", 2),
            ("        \"deep\": 1", 1),
            ("            \"deeper\": 1", 0),
            ("  \"value\",", 0),
            ("{\"name\":\"one line\",\"version\":1}", 0),
            ("},", 0),
        ],
    );
    weigh(
        TextKind::Hits,
        &[
            ("src/a.ts:12:const a = 3;", 3),
            ("src/a.ts:12", 3),
            ("./src/a b/c.ts:12:const a = 3;", 3),
            ("C:\\app\\a.rs:12:5: error: wrong", 3),
            ("src/a.ts(12,5): error TS2322: wrong", 3),
            ("app/(main)/[id]/page.tsx:3:export default function Page() {", 3),
            ("Makefile:12:build:", 3),
            ("src/a.ts:const a = 3;", 2),
            ("src/a.ts", 3),
            ("File: src/a.ts", 3),
            ("12:  run();", 2),
            ("12:export function run() {", 3),
            ("L12: run();", 2),
            ("L13-   more();", 0),
            ("13-  more();", 0),
            ("src/a.ts-13-  more();", 0),
            ("--", 0),
            ("Found 3 matches", 1),
            ("http://localhost:3000: up", 0),
            ("12:30:45 started", 0),
        ],
    );
    weigh(
        TextKind::Listing,
        &[
            ("total 56", 0),
            ("drwxr-xr-x  4 me  staff   128 May  5 10:04 src", 3),
            ("drwxr-xr-x@ 4 me  staff   128 May  5 10:04 ..", 0),
            ("-rw-r--r--  1 me  staff  6498 May  5 10:04 README.md", 2),
            ("lrwxrwxrwx  1 me  staff    12 May  5 10:04 now -> releases/3", 2),
            ("src", 3),
            ("src/", 3),
            ("./src/lib.rs", 3),
            ("src/text/outline/mod.rs", 2),
            ("src/text/outline/tests/kinds/all/mod.rs", 1),
            ("/home/me/work/app/src/index.ts", 2),
            ("node_modules/react/index.js", 1),
            ("\u{251c}\u{2500}\u{2500} src", 3),
            ("\u{2502}   \u{251c}\u{2500}\u{2500} lib.rs", 3),
            ("\u{2502}   \u{2502}   \u{2514}\u{2500}\u{2500} deep.rs", 2),
            ("|-- src", 3),
            ("|   |   |   |   `-- deep.rs", 1),
            ("- /home/me/work/app/", 3),
            ("[DIR] src", 3),
            ("  120 src/a.ts", 3),
            ("4.0K\t./docs", 3),
            (" M src/text/mod.rs", 2),
            ("?? notes.md", 2),
            ("\tmodified:   src/text/mod.rs", 2),
            ("Changes to be committed:", 1),
            ("01/02/2026  10:00 AM    <DIR>          src", 3),
            ("nothing to commit here, working tree clean", 0),
        ],
    );
}

#[test]
fn diffs_documents_and_logs() {
    weigh(
        TextKind::Diff,
        &[
            ("diff --git a/src/a.ts b/src/a.ts", 3),
            ("index 91cc11e..54e3d63 100644", 0),
            ("--- a/src/a.ts", 1),
            ("+++ b/src/a.ts", 3),
            ("@@ -1,7 +1,7 @@ export function run() {", 2),
            ("+  run();", 1),
            ("-export function old() {", 2),
            ("+", 0),
            ("   context();", 0),
            ("commit 0123abc", 3),
        ],
    );
    weigh(
        TextKind::Markdown,
        &[
            ("# Title", 3),
            ("## Usage", 3),
            ("### Options", 2),
            ("###### Deep", 2),
            ("#hashtag", 0),
            ("- an item", 0),
            ("- **Name**: what it is", 1),
            ("1. **Build** it", 1),
            ("**Note:**", 1),
            ("Some text with a # in it.", 0),
            ("```sh", 0),
            ("<h2>Usage</h2>", 3),
        ],
    );
    weigh(
        TextKind::Log,
        &[
            ("=== 3 failed, 12 passed in 2.31s ===", 3),
            ("Tests: 1 failed, 12 passed, 13 total", 3),
            ("  12 passing (3s)", 3),
            ("found 0 vulnerabilities", 3),
            ("added 12 packages in 3s", 2),
            (" 5 files changed, 15 insertions(+)", 2),
            ("> tsc --noEmit", 2),
            ("$ make all", 2),
            ("Step 3/12 : RUN npm ci", 2),
            ("#7 [3/5] RUN npm ci", 2),
            ("[2/4] Linking dependencies...", 2),
            ("    Finished `dev` profile in 3s", 2),
            ("   Compiling memchr v2.8.3", 1),
            ("error[E0308]: mismatched types", 2),
            ("2026-01-02T03:04:05Z ERROR request failed", 2),
            ("2026-01-02 03:04:05 INFO Started server", 2),
            ("12:00:01 [debug] cache hit for user", 0),
            ("warning: unused variable", 1),
            ("src/a.c:3:5: note: declared here", 2),
            ("    at run (/app/a.js:3:5)", 1),
            ("test parser::reads ... ok", 0),
            ("  \u{2713} reads (3 ms)", 0),
            ("  \u{2717} reads", 2),
            ("tests/a.py::test_a PASSED      [ 50%]", 0),
            ("[main 030d80d] Add a reader", 2),
            ("030d80d Add a reader", 1),
            ("\u{1b}[1m\u{1b}[92m    Finished\u{1b}[0m in 3s", 2),
            ("some words that were printed", 0),
            ("........................", 0),
        ],
    );
    weigh(
        TextKind::Plain,
        &[
            ("EXECUTION TIMED OUT", 1),
            ("Results:", 1),
            ("== Overview ==", 1),
            ("It was a long day.", 0),
            ("OK", 0),
            ("", 0),
        ],
    );
}
