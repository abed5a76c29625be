import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { canonicalAddress } from '../assets/address.ts'
import type { FileLine } from './read-lines.ts'

/** The most bytes of a comment's text. */
const MAX_BODY = 64 * 1024

const plain = (longest: number) => z.string().trim().min(1, 'is empty').max(longest, `has more than ${longest} characters`)
  .refine(text => !/[\u0000-\u001f\u007f-\u009f]/.test(text), 'has control characters')

const address = z.string().transform((url, context) => {
  const canonical = canonicalAddress(url)
  if (canonical !== null) return { given: url, canonical }
  context.addIssue('is no absolute http or https address of at most 2,048 characters')
  return z.NEVER
})

const schema = z.object({
  id: plain(300),
  parent_id: plain(300).nullish().transform(id => id ?? null),
  asset: z.object({ url: address, title: z.string().max(2_000, 'has more than 2,000 characters').nullish() }),
  author: z.object({ id: plain(300), username: plain(300) }),
  body: z.string().min(1, 'is empty').refine(body => Buffer.byteLength(body) <= MAX_BODY, 'is longer than 64 KiB'),
  created_at: z.iso.datetime({ offset: true, error: 'is no ISO 8601 time with its zone' }).transform(time => new Date(time)),
})

/** One comment of a file of threads. Keys it has beyond these are left aside. */
export type ThreadLine = z.output<typeof schema>

/** A line with its number in the file, counted from 1. */
export interface NumberedLine extends ThreadLine { readonly line: number }

/** A line that is skipped, and why. The reason never quotes what could steer a terminal. */
export interface SkippedLine { readonly line: number; readonly reason: string }

export function parseThreadLine({ line, bytes }: FileLine): NumberedLine | SkippedLine {
  if (bytes === null) return { line, reason: 'is longer than 1 MiB' }
  if (!isUtf8(bytes)) return { line, reason: 'is not UTF-8' }
  let value: unknown
  try { value = JSON.parse(bytes.toString()) } catch { return { line, reason: 'is not JSON' } }
  const parsed = schema.safeParse(value)
  if (parsed.success) return { line, ...parsed.data }
  return { line, reason: parsed.error.issues.slice(0, 3).map(({ path, message }) => path.length > 0 ? `${path.join('.')}: ${message}` : message).join('; ') }
}

export function isSkipped(line: NumberedLine | SkippedLine): line is SkippedLine {
  return 'reason' in line
}
