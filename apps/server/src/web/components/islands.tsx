import { entriesOf } from '@platform/client-sdk'
import { type IslandName, type IslandState, type IslandsState, jsonText } from '@platform/stream'
import type { VNode } from 'preact'
import type { RequestContext } from '../../request/state.ts'
import { reportSlot } from '../report-slot.ts'
import type { Site } from '../site.ts'

/** The slots of a page that is no stream. */
export interface Islands {
  /** A slot with what plugins show in it; `null` when they show nothing there. */
  place(name: IslandName, props?: Readonly<Record<string, unknown>>): VNode | null
  /** The files that the page loads for its slots, for its head. */
  Files(): VNode | null
  /** What the browser needs to go on with the slots. */
  State(): VNode | null
}

/** Draws slots of plugins in a page. Without a plugin that fills one, the page loads nothing more. */
export function islandsOf(ctx: RequestContext, site: Site): Islands {
  const { composition, config, log, streamBuild } = ctx.state.context.services
  const around = {
    root: config.mountPath,
    lang: site.texts.lang,
    parts: streamBuild.parts.map(({ plugin }) => plugin),
  }
  const islands: IslandState[] = []
  return {
    place(name, props = {}) {
      const markup = streamBuild.renderIsland({ name, props }, around, { onFailure: reportSlot(log) })
      if (markup === '') return null
      const id = `island-${islands.length}`
      islands.push({ id, name, props })
      return <div id={id} class="island" dangerouslySetInnerHTML={{ __html: markup }} />
    },
    Files() {
      if (islands.length === 0) return null
      const { islands: script, style } = streamBuild.entry
      return (
        <>
          <link rel="stylesheet" href={site.built(style)} />
          <script type="module" src={site.built(script)} />
        </>
      )
    },
    State() {
      if (islands.length === 0) return null
      const filling = streamBuild.parts.filter(part => islands.some(({ name }) => entriesOf(part, name).length > 0))
      const parts = filling.map(({ plugin }) => plugin)
      const state: IslandsState = { ...around, parts, documents: composition.streamDocuments.suffix, islands }
      return (
        <script type="application/json" id="platform-islands" dangerouslySetInnerHTML={{ __html: jsonText(state) }} />
      )
    },
  }
}
