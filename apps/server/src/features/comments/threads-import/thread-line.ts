import { isUtf8 } from 'node:buffer'
import { JsonError, parseBoundedJson, wording } from '@platform/config'
import { z } from 'zod'
import { singleLine, wellFormed } from '../../../input/well-formed.ts'
import { canonicalAddress, formsOf, plainAddress } from '../../assets/address.ts'
import type { FileLine } from './read-lines.ts'
import { sourceId } from './source-ids.ts'

/** A comment may be up to a day in the future, because clocks differ and time zones are mistaken. */
const DAY = 86_400_000
/** The most bytes of a comment's text. */
const MAX_BODY = 64 * 1024

const plain = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, 'is empty')
    .max(longest, `has more than ${longest} characters`)
    .refine(text => !/[\u0000-\u001f\u007f-\u009f]/.test(text), 'has control characters')
    .refine(text => text.isWellFormed(), 'has half a character in it: a lone surrogate')

/** The last address is remembered, because lines of one discussion follow each other. */
let last:
  | { readonly given: string; readonly plain: string; readonly canonical: string; readonly forms: readonly string[] }
  | undefined

const address = z.string().transform((url, context) => {
  if (last?.given === url) return last
  const plain = plainAddress(url)
  const canonical = plain === null ? null : canonicalAddress(plain)
  if (plain !== null && canonical !== null) {
    last = { given: url, plain, canonical, forms: formsOf(url) ?? [] }
    return last
  }
  context.addIssue('is no absolute http or https address of at most 2,048 characters, as browsers write it')
  return z.NEVER
})

const schema = z.object(
  {
    id: plain(300),
    parent_id: plain(300)
      .nullish()
      .transform(id => id ?? null),
    asset: z.object({
      url: address,
      title: z.string().overwrite(singleLine).max(2_000, 'has more than 2,000 characters').nullish(),
    }),
    author: z.object({ id: plain(300), username: plain(300) }),
    body: z
      .string()
      .overwrite(wellFormed)
      .min(1, 'is empty')
      .refine(body => Buffer.byteLength(body) <= MAX_BODY, 'is longer than 64 KiB'),
    created_at: z.iso
      .datetime({ offset: true, error: 'is no ISO 8601 time with its zone' })
      .transform(time => new Date(time))
      .refine(time => time.getTime() >= 0, 'is before the year 1970')
      .refine(
        time => time.getTime() <= Date.now() + DAY,
        'lies more than a day ahead: a comment from the future would stay above all others',
      ),
  },
  'is no JSON object',
)

/** One comment of a file of threads. Other keys of the line are ignored. */
export type ThreadLine = z.output<typeof schema>

/** A line with its number in the file, counted from 1, and the ids of the records that it makes. */
export interface NumberedLine extends ThreadLine {
  readonly line: number
  readonly own: {
    readonly comment: string
    readonly parent: string | null
    readonly author: string
    readonly asset: string
  }
}

/** A skipped line with the reason, which never contains control characters of the line. */
export interface SkippedLine {
  readonly line: number
  readonly reason: string
}

export function parseThreadLine({ line, bytes }: FileLine): NumberedLine | SkippedLine {
  if (bytes === null) return { line, reason: 'is longer than 1 MiB' }
  if (!isUtf8(bytes)) return { line, reason: 'is not UTF-8' }
  const value = parseJson(bytes.toString())
  if (value instanceof JsonError) return { line, reason: reasonOf(value) }
  const parsed = schema.safeParse(value, { error: wording })
  if (parsed.success) return { ...parsed.data, line, own: ownIds(parsed.data) }
  return {
    line,
    reason: parsed.error.issues
      .slice(0, 3)
      .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
      .join('; '),
  }
}

function parseJson(text: string): unknown {
  try {
    return parseBoundedJson(text)
  } catch (error) {
    if (error instanceof JsonError) return error
    throw error
  }
}

/** The path is left out if it contains control characters, which could change the operator's terminal. */
function reasonOf({ field, message }: JsonError): string {
  return field === null || /[\p{C}\u2028\u2029]/u.test(field) ? message : `${field}: ${message}`
}

function ownIds({
  id,
  parent_id: parent,
  asset: {
    url: { plain, canonical },
  },
  author,
}: ThreadLine): NumberedLine['own'] {
  return {
    // Ids use the plain address, because earlier versions imported comments before there was a canonical one.
    comment: sourceId('comment', id, plain),
    parent: parent === null ? null : sourceId('comment', parent, plain),
    author: sourceId('user', author.id),
    asset: sourceId('asset', canonical),
  }
}

export function isSkipped(line: NumberedLine | SkippedLine): line is SkippedLine {
  return 'reason' in line
}
