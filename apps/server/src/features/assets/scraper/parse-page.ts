import { z } from 'zod'
import { runApart } from '../../../runtime/run-apart.ts'
import { siblingFile } from '../../../runtime/sibling-file.ts'
import type { PageMetadata } from './page-metadata.ts'
import { LIMITS } from './reading-limits.ts'

/** How many characters of a page are read: its metadata is at its beginning. */
const LONGEST = 1_000_000

const READER = siblingFile(import.meta.url, 'page-reader')

/** Reads the metadata of a page; `null` when the page can't be read within {@link LIMITS}. */
export async function parsePage(html: string): Promise<PageMetadata | null> {
  if (html.trim() === '') return null
  const metadata = await runApart(READER, { message: html.slice(0, LONGEST), ...LIMITS })
  return METADATA.nullable().catch(null).parse(metadata)
}

const TEXTS = z.array(z.string())
/** A process of its own has read them, so they come as values of any type. */
const METADATA: z.ZodType<PageMetadata> = z.object({
  meta: z.record(z.string(), TEXTS),
  titles: TEXTS,
  pictures: TEXTS,
  linked: z.array(z.unknown()),
})

const DECLARED = /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{1,40})/i

/** Decodes a page in the encoding that its header or its beginning names; in UTF-8 if that encoding is unknown. */
export function decodePage(bytes: Uint8Array, contentType: string | null): string {
  const named =
    /charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType ?? '')?.[1] ??
    DECLARED.exec(Buffer.from(bytes.subarray(0, 2_048)).toString('latin1'))?.[1]
  return decoder(named).decode(bytes)
}

function decoder(encoding = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(encoding)
  } catch {
    return new TextDecoder()
  }
}
