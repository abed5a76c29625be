import {
  type ClientMutation,
  type LivePage,
  loadParts,
  refusalOf,
  reportFailuresTo,
  reportMissing,
  type SlotHost,
} from '@platform/client-sdk'
import { hydrate } from 'preact'
import { blockersOf } from '../islands/blockers.ts'
import { createIslandHost, Island } from '../islands/island.tsx'
import type { IslandsState } from '../islands/state.ts'
import { partModules } from '../parts/listed-parts.ts'
import type { SlotOptions } from '../thread/slot-host.ts'
import { createGraph, type Graph } from './graph.ts'
import { documentOf, readFor } from './part-documents.ts'
import { isMade, refusalIn } from './refusals.ts'
import { createSession } from './session.ts'

interface Around extends SlotOptions {
  readonly graph: Pick<Graph, 'askAsViewer'>
}

/** Runs mutations of plugins. There is no discussion that they could change, but what their parts keep themselves. */
function mutateIn(state: IslandsState, { parts, graph, onFailure }: Around): SlotHost['mutate'] {
  const page: LivePage = { viewer: state.viewer, changeAsset: () => undefined, changeComment: () => undefined }
  return async (plugin, name, variables) => {
    const listed = parts.find(each => each.plugin === plugin)
    const { optimistic, answered }: Partial<ClientMutation> = listed?.part.mutations?.[name] ?? {}
    const attempt = (call: () => void) => {
      try {
        call()
      } catch (error) {
        onFailure({ plugin, version: listed?.version ?? null, slot: 'mutations', error })
      }
    }
    attempt(() => optimistic?.(variables, page))
    const answer = await graph.askAsViewer(documentOf(plugin, name), variables).catch(() => null)
    const refusal = answer && refusalIn(answer)
    if (!answer || (!refusal && !isMade(answer))) return { data: null, refused: state.failed, code: null }
    if (!refusal) attempt(() => answered?.(answer.data, page))
    const own = refusal && listed ? refusalOf(listed, state.lang, refusal.code) : null
    return { data: answer.data, refused: own ?? refusal?.message ?? null, code: refusal?.code ?? null }
  }
}

/** Takes over the slots of a page that is no stream, as the server drew them. */
async function start(): Promise<void> {
  const text = document.getElementById('platform-islands')?.textContent
  if (!text) return
  const state = JSON.parse(text) as IslandsState
  const parts = await loadParts(state.parts, reportMissing, partModules)
  const session = createSession({ framed: false, origin: null })
  const graph = createGraph(state, { session, announce: () => undefined })
  const onFailure = reportFailuresTo(state.root)
  const around = createIslandHost(state, {
    parts,
    onFailure,
    mutate: mutateIn(state, { parts, graph, onFailure }),
    read: (plugin, ...asked) => readFor(graph, plugin, asked),
    signIn: () => state.signIn !== null && location.assign(state.signIn),
    refresh: () => location.reload(),
  })
  for (const { id, ...island } of state.islands) {
    const place = document.getElementById(id)
    if (!place) continue
    const isField = island.name === 'talkPluginAuth.formField'
    const props = isField ? { ...island.props, ...blockersOf(place.closest('form')) } : island.props
    hydrate(<Island of={{ ...island, props }} around={around} />, place)
  }
  around.alive.value = true
  around.viewer.value = state.viewer
}

void start()
