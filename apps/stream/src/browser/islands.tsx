import { loadParts, refusalOf, reportFailuresTo, reportMissing } from '@platform/client-sdk'
import { hydrate } from 'preact'
import { blockersOf } from '../islands/blockers.ts'
import { createIslandHost, Island } from '../islands/island.tsx'
import type { IslandsState } from '../islands/state.ts'
import { partModules } from '../parts/listed-parts.ts'
import { createGraph } from './graph.ts'
import { documentOf, readFor } from './part-documents.ts'
import { isMade, refusalIn } from './refusals.ts'
import { createSession } from './session.ts'

/** Takes over the slots of a page that is no stream, as the server drew them. */
async function start(): Promise<void> {
  const text = document.getElementById('platform-islands')?.textContent
  if (!text) return
  const state = JSON.parse(text) as IslandsState
  const parts = await loadParts(state.parts, reportMissing, partModules)
  const session = createSession({ framed: false, origin: null })
  const graph = createGraph(state, { session, announce: () => undefined })
  const around = createIslandHost(state, {
    parts,
    onFailure: reportFailuresTo(state.root),
    async mutate(plugin, name, variables) {
      const answer = await graph.askAsViewer(documentOf(plugin, name), variables).catch(() => null)
      const refusal = answer && refusalIn(answer)
      if (!answer || (!refusal && !isMade(answer))) return { data: null, refused: state.failed, code: null }
      const listed = parts.find(each => each.plugin === plugin)
      const own = refusal && listed ? refusalOf(listed, state.lang, refusal.code) : null
      return { data: answer.data, refused: own ?? refusal?.message ?? null, code: refusal?.code ?? null }
    },
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
