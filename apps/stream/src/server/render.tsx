import { type ListedPart, placedIn } from '@platform/client-sdk'
import { options } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { type AroundIslands, createIslandHost, Island } from '../islands/island.tsx'
import type { IslandState } from '../islands/state.ts'
import { en } from '../texts/en.ts'
import { languages } from '../texts/index.ts'
import { createStream } from '../thread/create-stream.ts'
import type { StreamState } from '../thread/state.ts'
import { StreamPage } from '../thread/stream-page.tsx'
import { forms } from '../thread/writing/forms.ts'
import type { RenderOptions } from './stream-build.ts'
import { tabPanes } from './tab-panes.tsx'

export { partModules } from '../parts/listed-parts.ts'

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
  const stream = createStream(state, { texts, forms, tabPanes, parts, onFailure })
  return renderToString(<StreamPage stream={stream} />)
}

/**
 * Draws a slot of a page that is no stream; an empty text when no plugin shows something in it.
 *
 * @example
 * const markup = renderIsland({ name: 'login', props: {}, tells: true }, around, { parts })
 */
export function renderIsland(
  island: Omit<IslandState, 'id'>,
  around: AroundIslands,
  { parts, onFailure = ignore }: RenderOptions & { readonly parts: readonly ListedPart[] },
): string {
  const made = createIslandHost(around, { parts, onFailure })
  const isField = island.name === 'talkPluginAuth.formField'
  const props = isField ? { ...island.props, indicateBlocker: ignore, indicateBlockerResolved: ignore } : island.props
  const placed = placedIn(made.host, island.name, props as never)
  const isFilled = placed.some(({ part }) => island.only === undefined || part.plugin === island.only)
  return isFilled ? renderToString(<Island of={{ ...island, props }} around={made} />) : ''
}

const ignore = () => undefined
