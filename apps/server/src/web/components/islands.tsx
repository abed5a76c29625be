import { strongestRole } from '@platform/auth'
import { entriesOf } from '@platform/client-sdk'
import { type IslandName, type IslandState, type IslandsState, jsonText } from '@platform/stream'
import type { VNode } from 'preact'
import type { RequestContext } from '../../request/state.ts'
import { reportSlot } from '../report-slot.ts'
import type { Site } from '../site.ts'

type PlaceOptions = Pick<IslandState, 'only' | 'inLine'>

/** The slots of a page that is no stream. */
export interface Islands {
  /** A slot with what plugins show in it; `null` when they show nothing there. */
  place(name: IslandName, props?: Readonly<Record<string, unknown>>, options?: PlaceOptions): VNode | null
  /** The plugins that fill a slot. */
  pluginsIn(name: IslandName): readonly string[]
  /** The files that the page loads for its slots, for its head. */
  Files(): VNode | null
  /** What the browser needs to go on with the slots. */
  State(): VNode | null
}

/** Draws slots of plugins in a page. Without a plugin that fills one, the page loads nothing more. */
export function islandsOf(
  ctx: RequestContext,
  site: Site,
  { signIn = null }: { signIn?: string | null } = {},
): Islands {
  const { caller } = site
  const { composition, config, log, partFailures, streamBuild } = ctx.state.context.services
  const around = {
    root: config.rootPath,
    lang: site.texts.lang,
    parts: streamBuild.parts.map(({ plugin }) => plugin),
    partsConfig: composition.publicConfig,
  }
  const islands: IslandState[] = []
  return {
    pluginsIn: name => streamBuild.parts.flatMap(part => (entriesOf(part, name).length > 0 ? [part.plugin] : [])),
    place(name, props = {}, { only, inLine = false } = {}) {
      const island = { name, props, only, inLine, tells: islands.length === 0 }
      const markup = streamBuild.renderIsland(island, around, { onFailure: reportSlot({ log, partFailures }) })
      if (markup === '') return null
      const id = `island-${islands.length}`
      islands.push({ id, ...island })
      const Place = inLine ? 'span' : 'div'
      return <Place id={id} class="island" dangerouslySetInnerHTML={{ __html: markup }} />
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
      const state: IslandsState = {
        ...around,
        parts,
        documents: composition.streamDocuments.suffix,
        viewer: caller && { id: caller.id, username: caller.username, role: strongestRole(caller.roles) },
        failed: site.texts.text('unavailable'),
        signIn,
        islands,
      }
      return (
        <script type="application/json" id="platform-islands" dangerouslySetInnerHTML={{ __html: jsonText(state) }} />
      )
    },
  }
}
