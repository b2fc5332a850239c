;; Unpacks what lzma.mjs packed: LZMA (lc 1, lp 0, pb 0), and in it the bytes of a module sorted into
;; streams by what they are. WebAssembly and not JavaScript, which takes ten times as long while it is still interpreted.
;;
;; Memory: 0 probabilities, 0x4000 where each stream is read next, 0x4800 the lengths of streams, 0x5000 the immediates
;; of opcodes, 0x5100 the packed bytes; behind those the streams, and then the module.
(module
  (memory (export "m") 1)

  ;; By opcode: how many numbers follow it, or 4 and 8 for so many bytes.
  (data (i32.const 0x5002) "\01\01\01\00\00\00\00\00\00\00\01\01\01\00\01\02")
  (data (i32.const 0x501c) "\02\00\00\00\01\01\01\01\01\01\01\00\02\02\02\02\02\02\02\02\02\02\02\02\02\02\02\02\02\02\02\02\02\02\02\01\01\01\01\04\08")
  (data (i32.const 0x50d0) "\01\00\01")
  (data (i32.const 0x50fc) "\01")

  (global $range (mut i32) (i32.const -1))
  (global $code (mut i32) (i32.const 0))
  (global $from (mut i32) (i32.const 0x5104))
  (global $to (mut i32) (i32.const 0))

  ;; == LZMA

  (func $next
    (global.set $code (i32.or (i32.shl (global.get $code) (i32.const 8)) (i32.load8_u (global.get $from))))
    (global.set $from (i32.add (global.get $from) (i32.const 1))))

  (func $normalize
    (if (i32.lt_u (global.get $range) (i32.const 0x1000000))
      (then
        (global.set $range (i32.shl (global.get $range) (i32.const 8)))
        (call $next))))

  ;; A bit with the probability at $p.
  (func $bit (param $p i32) (result i32)
    (local $chance i32) (local $bound i32) (local $bit i32)
    (local.set $chance (i32.load16_u (local.get $p)))
    (local.set $bound (i32.mul (i32.shr_u (global.get $range) (i32.const 11)) (local.get $chance)))
    (if (i32.lt_u (global.get $code) (local.get $bound))
      (then
        (global.set $range (local.get $bound))
        (local.set $chance
          (i32.add
            (local.get $chance)
            (i32.shr_u (i32.sub (i32.const 2048) (local.get $chance)) (i32.const 5)))))
      (else
        (global.set $range (i32.sub (global.get $range) (local.get $bound)))
        (global.set $code (i32.sub (global.get $code) (local.get $bound)))
        (local.set $chance (i32.sub (local.get $chance) (i32.shr_u (local.get $chance) (i32.const 5))))
        (local.set $bit (i32.const 1))))
    (i32.store16 (local.get $p) (local.get $chance))
    (call $normalize)
    (local.get $bit))

  ;; Bits, the highest first, until a number that began with $node reaches $limit; returns what it is above that.
  (func $tree (param $p i32) (param $node i32) (param $limit i32) (result i32)
    (loop $more
      (if (i32.lt_u (local.get $node) (local.get $limit))
        (then
          (local.set $node
            (i32.add
              (i32.shl (local.get $node) (i32.const 1))
              (call $bit (i32.add (local.get $p) (i32.shl (local.get $node) (i32.const 1))))))
          (br $more))))
    (i32.sub (local.get $node) (local.get $limit)))

  ;; $count bits, the lowest first.
  (func $reverse (param $p i32) (param $count i32) (result i32)
    (local $node i32) (local $at i32) (local $bit i32) (local $value i32)
    (local.set $node (i32.const 1))
    (loop $more
      (local.set $bit (call $bit (i32.add (local.get $p) (i32.shl (local.get $node) (i32.const 1)))))
      (local.set $node (i32.add (i32.shl (local.get $node) (i32.const 1)) (local.get $bit)))
      (local.set $value (i32.or (local.get $value) (i32.shl (local.get $bit) (local.get $at))))
      (br_if $more
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 1))) (local.get $count))))
    (local.get $value))

  ;; A length, from 2.
  (func $length (param $p i32) (result i32)
    (if (i32.eqz (call $bit (local.get $p)))
      (then
        (return
          (i32.add
            (call $tree (i32.add (local.get $p) (i32.const 16)) (i32.const 1) (i32.const 8))
            (i32.const 2)))))
    (if (i32.eqz (call $bit (i32.add (local.get $p) (i32.const 2))))
      (then
        (return
          (i32.add
            (call $tree (i32.add (local.get $p) (i32.const 80)) (i32.const 1) (i32.const 8))
            (i32.const 10)))))
    (i32.add
      (call $tree (i32.add (local.get $p) (i32.const 144)) (i32.const 1) (i32.const 256))
      (i32.const 18)))

  ;; A distance, from 0, of a match of $length.
  (func $distance (param $length i32) (result i32)
    (local $slot i32) (local $count i32) (local $value i32) (local $direct i32)
    (local.set $slot
      (call $tree
        (i32.add
          (i32.const 0x180)
          (i32.shl
            (select (local.get $length) (i32.const 5) (i32.lt_u (local.get $length) (i32.const 5)))
            (i32.const 7)))
        (i32.const 1)
        (i32.const 64)))
    (if (i32.lt_u (local.get $slot) (i32.const 4)) (then (return (local.get $slot))))
    (local.set $count (i32.sub (i32.shr_u (local.get $slot) (i32.const 1)) (i32.const 1)))
    (local.set $value
      (i32.shl (i32.or (i32.and (local.get $slot) (i32.const 1)) (i32.const 2)) (local.get $count)))
    (if (i32.lt_u (local.get $slot) (i32.const 14))
      (then
        (return
          (i32.add
            (local.get $value)
            (call $reverse
              (i32.add
                (i32.const 0x500)
                (i32.shl (i32.sub (local.get $value) (local.get $slot)) (i32.const 1)))
              (local.get $count))))))
    (local.set $count (i32.sub (local.get $count) (i32.const 4)))
    (loop $more
      (global.set $range (i32.shr_u (global.get $range) (i32.const 1)))
      (local.set $direct (i32.shl (local.get $direct) (i32.const 1)))
      (if (i32.ge_u (global.get $code) (global.get $range))
        (then
          (global.set $code (i32.sub (global.get $code) (global.get $range)))
          (local.set $direct (i32.or (local.get $direct) (i32.const 1)))))
      (call $normalize)
      (br_if $more (local.tee $count (i32.sub (local.get $count) (i32.const 1)))))
    (i32.add
      (i32.add (local.get $value) (i32.shl (local.get $direct) (i32.const 4)))
      (call $reverse (i32.const 0x180) (i32.const 4))))

  ;; A byte; after a match, with that at the distance of the match as its context.
  (func $literal (param $state i32) (param $matched i32) (result i32)
    (local $p i32) (local $node i32) (local $context i32)
    (local.set $p
      (i32.add
        (i32.const 0x1000)
        (i32.mul
          (i32.shr_u (i32.load8_u (i32.sub (global.get $to) (i32.const 1))) (i32.const 7))
          (i32.const 1536))))
    (local.set $node (i32.const 1))
    (if (i32.gt_u (local.get $state) (i32.const 6))
      (then
        (loop $same
          (local.set $matched (i32.shl (local.get $matched) (i32.const 1)))
          (local.set $context (i32.and (local.get $matched) (i32.const 0x100)))
          (local.set $node
            (i32.add
              (i32.shl (local.get $node) (i32.const 1))
              (call $bit
                (i32.add
                  (local.get $p)
                  (i32.shl
                    (i32.add (i32.add (local.get $context) (i32.const 0x100)) (local.get $node))
                    (i32.const 1))))))
          (br_if $same
            (i32.and
              (i32.lt_u (local.get $node) (i32.const 0x100))
              (i32.eq
                (i32.shr_u (local.get $context) (i32.const 8))
                (i32.and (local.get $node) (i32.const 1))))))))
    (call $tree (local.get $p) (local.get $node) (i32.const 0x100)))

  ;; Writes all up to $end.
  (func $decode (param $end i32)
    (local $state i32) (local $p i32) (local $length i32)
    (local $rep0 i32) (local $rep1 i32) (local $rep2 i32) (local $rep3 i32) (local $other i32)
    (loop $probabilities
      (i32.store16 (local.get $p) (i32.const 1024))
      (br_if $probabilities
        (i32.lt_u (local.tee $p (i32.add (local.get $p) (i32.const 2))) (i32.const 0x4000))))
    ;; The first of five bytes is 0.
    (loop $first
      (call $next)
      (br_if $first (i32.lt_u (global.get $from) (i32.const 0x5109))))
    (loop $more
      (br_if 1 (i32.ge_u (global.get $to) (local.get $end)))
      (local.set $p (i32.shl (local.get $state) (i32.const 1)))
      (if (i32.eqz (call $bit (local.get $p)))
        (then
          (i32.store8
            (global.get $to)
            (call $literal
              (local.get $state)
              (i32.load8_u (i32.sub (i32.sub (global.get $to) (local.get $rep0)) (i32.const 1)))))
          (global.set $to (i32.add (global.get $to) (i32.const 1)))
          (local.set $state
            (if (result i32) (i32.lt_u (local.get $state) (i32.const 4))
              (then (i32.const 0))
              (else
                (i32.sub
                  (local.get $state)
                  (select (i32.const 3) (i32.const 6) (i32.lt_u (local.get $state) (i32.const 10)))))))
          (br $more)))
      (if (call $bit (i32.add (i32.const 0x100) (i32.shl (local.get $state) (i32.const 1))))
        (then
          (block $repeated
            (if (call $bit (i32.add (i32.const 0x120) (i32.shl (local.get $state) (i32.const 1))))
              (then
                (local.set $other (local.get $rep1))
                (if (call $bit (i32.add (i32.const 0x140) (i32.shl (local.get $state) (i32.const 1))))
                  (then
                    (local.set $other (local.get $rep2))
                    (if (call $bit (i32.add (i32.const 0x160) (i32.shl (local.get $state) (i32.const 1))))
                      (then
                        (local.set $other (local.get $rep3))
                        (local.set $rep3 (local.get $rep2))))
                    (local.set $rep2 (local.get $rep1))))
                (local.set $rep1 (local.get $rep0))
                (local.set $rep0 (local.get $other)))
              (else
                (if (i32.eqz (call $bit (i32.add (i32.const 0x80) (local.get $p))))
                  (then
                    (local.set $length (i32.const 1))
                    (local.set $state
                      (select (i32.const 9) (i32.const 11) (i32.lt_u (local.get $state) (i32.const 7))))
                    (br $repeated)))))
            (local.set $length (call $length (i32.const 0xc00)))
            (local.set $state (select (i32.const 8) (i32.const 11) (i32.lt_u (local.get $state) (i32.const 7))))))
        (else
          (local.set $rep3 (local.get $rep2))
          (local.set $rep2 (local.get $rep1))
          (local.set $rep1 (local.get $rep0))
          (local.set $length (call $length (i32.const 0x800)))
          (local.set $rep0 (call $distance (local.get $length)))
          (local.set $state (select (i32.const 7) (i32.const 10) (i32.lt_u (local.get $state) (i32.const 7))))))
      ;; Byte by byte: a match may reach into what it writes.
      (loop $copy
        (i32.store8
          (global.get $to)
          (i32.load8_u (i32.sub (i32.sub (global.get $to) (local.get $rep0)) (i32.const 1))))
        (global.set $to (i32.add (global.get $to) (i32.const 1)))
        (br_if $copy (local.tee $length (i32.sub (local.get $length) (i32.const 1)))))
      (br $more)))

  ;; == Streams. Each is known by an opcode and whether it has the first number behind it (even) or the others; those of
  ;; opcodes without numbers are 0 for opcodes, 2 for locals, and 511 for everything outside of functions.

  ;; Writes the next byte of a stream, and returns it.
  (func $byte (param $stream i32) (result i32)
    (local $at i32) (local $value i32)
    (local.set $stream (i32.shl (local.get $stream) (i32.const 2)))
    (local.set $at (i32.load offset=0x4000 (local.get $stream)))
    (i32.store offset=0x4000 (local.get $stream) (i32.add (local.get $at) (i32.const 1)))
    (i32.store8 (global.get $to) (local.tee $value (i32.load8_u (local.get $at))))
    (global.set $to (i32.add (global.get $to) (i32.const 1)))
    (local.get $value))

  (func $bytes (param $stream i32) (param $count i32)
    (loop $more
      (if (local.get $count)
        (then
          (drop (call $byte (local.get $stream)))
          (local.set $count (i32.sub (local.get $count) (i32.const 1)))
          (br $more)))))

  ;; The same for a number (LEB128).
  (func $number (param $stream i32) (result i32)
    (local $byte i32) (local $shift i32) (local $value i32)
    (loop $more
      (local.set $byte (call $byte (local.get $stream)))
      (local.set $value
        (i32.or
          (local.get $value)
          (i32.shl (i32.and (local.get $byte) (i32.const 0x7f)) (local.get $shift))))
      (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
      (br_if $more (i32.ge_u (local.get $byte) (i32.const 0x80))))
    (local.get $value))

  ;; A function; its size goes before it at the end.
  (func $function
    (local $start i32) (local $depth i32) (local $op i32) (local $left i32) (local $stream i32) (local $value i32)
    (local.set $start (global.get $to))
    (local.set $left (call $number (i32.const 2)))
    (loop $locals
      (if (local.get $left)
        (then
          (drop (call $number (i32.const 2)))
          (drop (call $byte (i32.const 2)))
          (local.set $left (i32.sub (local.get $left) (i32.const 1)))
          (br $locals))))
    (loop $more
      (local.set $op (call $byte (i32.const 0)))
      (if (i32.lt_u (i32.sub (local.get $op) (i32.const 2)) (i32.const 3))
        (then (local.set $depth (i32.add (local.get $depth) (i32.const 1)))))
      (local.set $left (i32.load8_u offset=0x5000 (local.get $op)))
      (local.set $stream (i32.shl (local.get $op) (i32.const 1)))
      (if (i32.gt_u (local.get $left) (i32.const 2))
        (then (call $bytes (local.get $stream) (local.get $left)))
        (else
          (loop $immediates
            (if (local.get $left)
              (then
                (local.set $value (call $number (local.get $stream)))
                (local.set $left (i32.sub (local.get $left) (i32.const 1)))
                (if (i32.eqz (i32.and (local.get $stream) (i32.const 1)))
                  (then
                    (if (i32.eq (local.get $op) (i32.const 0x0e))
                      (then (local.set $left (i32.add (local.get $value) (i32.const 1)))))
                    ;; Of these only conversions, and copies and fills of memory.
                    (if (i32.and
                          (i32.eq (local.get $op) (i32.const 0xfc))
                          (i32.gt_u (local.get $value) (i32.const 7)))
                      (then
                        (local.set $left (i32.sub (i32.const 2) (i32.and (local.get $value) (i32.const 1))))))
                    (local.set $stream (i32.or (local.get $stream) (i32.const 1)))))
                (br $immediates))))))
      (br_if $more (i32.ne (local.get $op) (i32.const 0x0b)))
      (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
      (br_if $more (i32.ge_s (local.get $depth) (i32.const 0))))
    (local.set $left (local.tee $value (i32.sub (global.get $to) (local.get $start))))
    (local.set $stream (local.get $start))
    (loop $room
      (local.set $stream (i32.add (local.get $stream) (i32.const 1)))
      (br_if $room (local.tee $left (i32.shr_u (local.get $left) (i32.const 7)))))
    (memory.copy (local.get $stream) (local.get $start) (local.get $value))
    (global.set $to (i32.add (local.get $stream) (local.get $value)))
    (loop $size
      (i32.store8
        (local.get $start)
        (i32.or
          (i32.and (local.get $value) (i32.const 0x7f))
          (i32.shl
            (i32.ne (i32.add (local.get $start) (i32.const 1)) (local.get $stream))
            (i32.const 7))))
      (local.set $value (i32.shr_u (local.get $value) (i32.const 7)))
      (br_if $size
        (i32.lt_u (local.tee $start (i32.add (local.get $start) (i32.const 1))) (local.get $stream)))))

  ;; Unpacks $length bytes at 0x5100; returns where the module begins and ends.
  (func (export "u") (param $length i32) (result i32 i32)
    (local $streams i32) (local $end i32) (local $at i32) (local $section i32)
    ;; A zero before them: the context of the first byte.
    (local.set $streams (i32.add (local.get $length) (i32.const 0x5101)))
    (local.set $length (i32.load (i32.const 0x5100)))
    (local.set $end (i32.add (local.get $streams) (local.get $length)))
    (drop (memory.grow (i32.add (i32.shr_u (local.get $length) (i32.const 15)) (i32.const 2))))
    (global.set $to (local.get $streams))
    (call $decode (local.get $end))
    ;; Lengths first; they are read as a stream, too.
    (i32.store (i32.const 0x47fc) (local.get $streams))
    (loop $lengths
      (i32.store offset=0x4800 (local.get $at) (call $number (i32.const 511)))
      (br_if $lengths
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (i32.const 0x800))))
    (local.set $streams (i32.load (i32.const 0x47fc)))
    (local.set $at (i32.const 0))
    (loop $places
      (i32.store offset=0x4000 (local.get $at) (local.get $streams))
      (local.set $streams (i32.add (local.get $streams) (i32.load offset=0x4800 (local.get $at))))
      (br_if $places
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (i32.const 0x800))))
    (global.set $to (local.get $end))
    (call $bytes (i32.const 511) (i32.const 8))
    (loop $sections
      (local.set $section (call $byte (i32.const 511)))
      (local.set $length (call $number (i32.const 511)))
      (if (i32.ne (local.get $section) (i32.const 10))
        (then (call $bytes (i32.const 511) (local.get $length)))
        (else
          (local.set $length (call $number (i32.const 511)))
          (loop $functions
            (call $function)
            (br_if $functions (local.tee $length (i32.sub (local.get $length) (i32.const 1)))))))
      (br_if $sections (i32.lt_u (i32.load (i32.const 0x47fc)) (local.get $end))))
    (local.get $end)
    (global.get $to)))
