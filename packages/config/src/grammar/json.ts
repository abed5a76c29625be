import type { ParseError } from 'jsonc-parser'
import { parse } from 'jsonc-parser'
import { z } from 'zod'
import { fromText, Refusal } from './from-text.ts'

const POLLUTING = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses JSON; the refusal gives the position and never repeats the text, which may be a secret.
 * The position comes from `jsonc-parser`: the message of `JSON.parse` has it only for some errors.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const errors: ParseError[] = []
    parse(text, errors, { disallowComments: true })
    throw new Refusal(`must be JSON; it breaks at position ${errors[0]?.offset ?? text.length}`)
  }
}

const DEEPEST = 16

/** Visits every key and string of a parsed JSON value. */
function checkContent(value: unknown, depth = 0): void {
  if (depth > DEEPEST) throw new Refusal(`must be nested at most ${DEEPEST} levels deep`)
  if (typeof value === 'string' && /[\r\n]/.test(value)) throw new Refusal('must not contain line breaks in its texts')
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    if (POLLUTING.has(key)) throw new Refusal(`must not contain the key ${key}`)
    checkContent(key, depth + 1)
    checkContent(child, depth + 1)
  }
}

/** A JSON object of at most `largest` bytes whose top level has only the given keys; no line breaks in texts. */
export function jsonObject(largest: number, keys: readonly string[]) {
  return fromText((text): Readonly<Record<string, unknown>> => {
    if (Buffer.byteLength(text) > largest) throw new Refusal(`must have at most ${largest} bytes`)
    const parsed = z.record(z.string(), z.unknown()).safeParse(parseJson(text))
    // Zod drops `__proto__`, so the text as JSON.parse read it is what gets checked.
    checkContent(parseJson(text))
    if (!parsed.success) throw new Refusal('must be a JSON object')
    const unknown = Object.keys(parsed.data).find(key => !keys.includes(key))
    if (unknown !== undefined)
      throw new Refusal(`has an unknown key ${JSON.stringify(unknown.slice(0, 40))}; allowed: ${keys.join(', ')}`)
    return parsed.data
  })
}
