import { renderToString } from 'preact-render-to-string'
import { en } from '../texts/en.ts'
import { languages } from '../texts/index.ts'
import { StreamContext } from '../thread/context.ts'
import { createStream } from '../thread/create-stream.ts'
import type { StreamState } from '../thread/state.ts'
import { StreamView } from '../thread/stream-view.tsx'
import { forms } from '../thread/writing/forms.ts'

/**
 * Draws a stream, as the browser will draw it from the same state.
 *
 * @example
 * const markup = renderStream(state)
 */
export function renderStream(state: StreamState): string {
  const stream = createStream(state, { texts: state.texts ?? languages[state.lang] ?? en, forms })
  return renderToString(
    <StreamContext.Provider value={stream}>
      <StreamView />
    </StreamContext.Provider>,
  )
}

/** A value as the text of a script element with data, which no text in it can end. JSON must not get entities. */
export function jsonText(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
