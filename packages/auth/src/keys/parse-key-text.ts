import { z } from 'zod'
import type { Algorithm, KeyRequirement } from './algorithms.ts'
import type { KeyProblems } from './key-set-error.ts'

const SINGLE = 'PLATFORM_JWT_SECRET'
const LIST = 'PLATFORM_JWT_SECRETS'
const MAXIMUM_ENTRIES = 20
const MAXIMUM_KID = 128

/** A key whose fields are present and have the right types, before its content is checked. */
export interface WrittenKey {
  readonly variable: string
  /** The place in the variable: an empty text, or `[1]` for the second entry of a list. */
  readonly place: string
  readonly kid?: string | undefined
  readonly secret?: string | undefined
  readonly private?: string | undefined
  readonly public?: string | undefined
}

/** The texts of the two variables. An empty text means that the variable is not set. */
export interface KeyTexts {
  readonly secret?: string | undefined
  readonly secrets?: string | undefined
}

/** The algorithm of the keys, and the collection of problems. */
export interface KeyReading {
  readonly algorithm: Algorithm
  readonly requirement: KeyRequirement
  readonly problems: KeyProblems
}

const kid = z.string().min(1).max(MAXIMUM_KID)
const text = z.string().min(1)
const FIELDS = {
  secret: z.strictObject({ kid: kid.optional(), secret: text }),
  pair: z.strictObject({ kid: kid.optional(), private: text.optional(), public: text }),
}
const SHAPES = { secret: '{"kid", "secret"}', pair: '{"kid", "private", "public"}' }
const FIELD_RULES: Readonly<Record<string, string>> = {
  kid: `"kid" must be a text of 1 to ${MAXIMUM_KID} characters`,
  secret: '"secret" must be a text that is not empty',
  private: '"private" must be the private key as PEM text',
  public: '"public" is missing: it must be the public key as PEM text',
}

/** Reads the list, or without a list the single key. An entry that can't be read becomes a problem. */
export function parseKeyTexts(texts: KeyTexts, reading: KeyReading): WrittenKey[] {
  if (texts.secrets) return parseList(texts.secrets, reading)
  if (texts.secret) return parseSingle(texts.secret, reading)
  reading.problems.add(SINGLE, `one of ${SINGLE} and ${LIST} is required`)
  return []
}

function parseSingle(written: string, reading: KeyReading): WrittenKey[] {
  const { family } = reading.requirement
  const looksLikeJson = written.trimStart().startsWith('{')
  if (!looksLikeJson && family === 'secret') return [{ variable: SINGLE, place: '', secret: written }]
  const value = looksLikeJson ? parseJson(written) : undefined
  if (value === undefined) {
    const literal = family === 'secret' ? ' (a secret that begins with "{" can be written as base64:...)' : ''
    reading.problems.add(SINGLE, `must be the JSON ${SHAPES[family]} for ${reading.algorithm}${literal}`)
    return []
  }
  return parseEntry(value, { variable: SINGLE, place: '' }, reading)
}

function parseList(written: string, reading: KeyReading): WrittenKey[] {
  const entries = parseJson(written)
  if (!Array.isArray(entries)) {
    reading.problems.add(LIST, `must be a JSON array of ${SHAPES[reading.requirement.family]}`)
    return []
  }
  if (entries.length < 1 || entries.length > MAXIMUM_ENTRIES) {
    reading.problems.add(LIST, `must have 1 to ${MAXIMUM_ENTRIES} keys, it has ${entries.length}`)
    return []
  }
  const keys = entries.flatMap((entry, index) => parseEntry(entry, { variable: LIST, place: `[${index}]` }, reading))
  checkKids(keys, reading.problems)
  return keys
}

/** Checks that each `kid` names one key only, or a token could be checked with a key that did not sign it. */
function checkKids(keys: readonly WrittenKey[], problems: KeyProblems): void {
  const seen = new Map<string, string>()
  for (const key of keys) {
    if (key.kid === undefined) {
      problems.add(key.variable, `${key.place}: "kid" is missing, every key of a list needs one`)
      continue
    }
    const earlier = seen.get(key.kid)
    if (earlier !== undefined) problems.add(key.variable, `${key.place}: "kid" is the same as that of ${earlier}`)
    seen.set(key.kid, key.place)
  }
}

function parseEntry(
  value: unknown,
  position: Pick<WrittenKey, 'variable' | 'place'>,
  reading: KeyReading,
): WrittenKey[] {
  const { family } = reading.requirement
  const parsed = FIELDS[family].safeParse(value)
  if (parsed.success) return [{ ...position, ...parsed.data }]
  const shape = `${reading.algorithm} needs ${SHAPES[family]}`
  for (const issue of parsed.error.issues) {
    // The names of unknown fields are not repeated: a misplaced secret may be one of them.
    const rule = issue.code === 'unrecognized_keys' ? undefined : FIELD_RULES[String(issue.path[0])]
    const message = rule === undefined ? `${shape} and nothing else` : `${rule} (${shape})`
    reading.problems.add(position.variable, position.place === '' ? message : `${position.place}: ${message}`)
  }
  return []
}

function parseJson(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    // The parser's own message quotes the text, which is the secret.
    return undefined
  }
}
