import type { StoredDocument } from '@platform/client-kit'
import {
  beginConfig,
  type ListedPart,
  type PluginsConfig,
  refusalOf,
  reportFailuresTo,
  type SlotHost,
} from '@platform/client-sdk'
import { signal } from '@preact/signals'
import { type Graph, refusalIn } from '../browser/graph.ts'
import type { AdminState } from '../state.ts'
import type { Comments } from './comments.ts'

interface SlotOptions {
  readonly state: AdminState
  readonly graph: Graph
  readonly parts: readonly ListedPart[]
  readonly comments: Comments
  say(text: string, kind?: 'done' | 'wrong'): void
  viewUser(id: string): void
  /** How long ago a time was. */
  ago(time: number): string
  /** The sentence for a change that failed. */
  readonly failed: string
}

/** The panel shows no discussion. */
const ignore = () => undefined

/** A document that a part declares. */
const documentOf = (plugin: string, name: string) =>
  `part:${plugin}/${name}` as StoredDocument<Readonly<Record<string, unknown>>, object>

/** Lets components of plugins see the panel, and act in it. */
export function createSlots({ state, graph, parts, ago, comments, say, viewUser, failed }: SlotOptions): SlotHost {
  const { id, username, role } = state.viewer
  const report = reportFailuresTo(state.root)
  return {
    parts,
    pluginsConfig: signal<PluginsConfig>(beginConfig(parts, state.partsConfig)),
    viewer: signal({ id, username, role }),
    alive: signal(true),
    lang: state.lang,
    linkTarget: '_blank',
    sorting: null,
    failed: report,
    async mutate(plugin, name, variables) {
      const listed = parts.find(each => each.plugin === plugin)
      const { optimistic, answered } = listed?.part.mutations?.[name] ?? {}
      const attempt = (call: () => void) => {
        try {
          call()
        } catch (error) {
          report({ plugin, version: listed?.version ?? null, slot: 'mutations', error })
        }
      }
      const trial = comments.trial()
      const page = { viewer: { id, username, role }, changeAsset: ignore, changeComment: trial.change }
      attempt(() => optimistic?.(variables, page))
      const answer = await graph.ask(documentOf(plugin, name), variables).catch(() => null)
      const refusal = answer && refusalIn(answer)
      if (!answer || refusal) {
        trial.takeBack()
        const own = refusal && listed ? refusalOf(listed, state.lang, refusal.code) : null
        return { data: null, refused: own ?? refusal?.message ?? failed, code: refusal?.code ?? null }
      }
      attempt(() => answered?.(answer.data, { ...page, changeComment: comments.change }))
      return { data: answer.data, refused: null, code: null }
    },
    async read(plugin, name, variables) {
      const answer = await graph.ask(documentOf(plugin, name), variables).catch(() => null)
      return answer === null || answer.errors.length > 0 ? null : answer.data
    },
    ago,
    // The panel has the whole screen.
    screen: async () => null,
    // Every user of the panel is signed in, and signs out by its header.
    signIn: () => undefined,
    signOut: () => undefined,
    viewUserDetail: viewUser,
    refresh: async () => undefined,
    addressOf: comment => comments.addressOf(comment),
    accountAddress: page => `${state.root}/${page}`,
    userAddress: id => `${state.root}/users/${encodeURIComponent(id)}`,
    pictureAddress: avatar => avatar,
    notify: text => say(text),
    changeAsset: ignore,
    changeComment: comments.change,
    changeAuthor: comments.changeAuthor,
    emit: () => undefined,
    alone: null,
    formAddress: () => '',
  }
}
