import type { ListedPart } from '@platform/client-sdk'
import { options } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { en } from '../texts/en.ts'
import { languages } from '../texts/index.ts'
import { createStream } from '../thread/create-stream.ts'
import type { StreamState } from '../thread/state.ts'
import { StreamPage } from '../thread/stream-page.tsx'
import { forms } from '../thread/writing/forms.ts'
import type { RenderOptions } from './stream-build.ts'

export { loadAllParts } from '../parts/load-parts.ts'

// A component of a plugin that throws leaves its place empty, here as in the browser.
;(options as { errorBoundaries?: boolean }).errorBoundaries = true

/**
 * Draws a stream, as the browser will draw it from the same state.
 *
 * @example
 * const markup = renderStream(state, { parts })
 */
export function renderStream(
  state: StreamState,
  { parts, onFailure = ignore }: RenderOptions & { readonly parts: readonly ListedPart[] },
): string {
  const texts = state.texts ?? languages[state.lang] ?? en
  const stream = createStream(state, { texts, forms, parts, onFailure })
  return renderToString(<StreamPage stream={stream} />)
}

const ignore = () => undefined
