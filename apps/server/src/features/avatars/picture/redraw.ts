import { z } from 'zod'
import { runApart } from '../../../runtime/run-apart.ts'
import { siblingFile } from '../../../runtime/sibling-file.ts'
import { LIMITS } from './picture-limits.ts'

const READER = siblingFile(import.meta.url, 'picture-reader')

/**
 * Draws a JPEG, PNG, WebP or GIF again: the square in its middle, upright, in the size of an avatar, as a JPEG without
 * any metadata. `null` for other bytes, and for a picture that can't be read within {@link LIMITS}.
 */
export async function redraw(bytes: Uint8Array): Promise<Buffer | null> {
  const drawn = z.instanceof(Uint8Array).safeParse(await runApart(READER, { message: bytes, ...LIMITS }))
  return drawn.success ? Buffer.from(drawn.data) : null
}
