import { type ClientMutation, type LivePage, type MutationResult, refusalOf } from '@platform/client-sdk'
import type { Actions, Stream } from '../thread/context.ts'
import type { Graph } from './graph.ts'
import { documentOf, readFor } from './part-documents.ts'
import { explain, isMade, refusalIn } from './refusals.ts'

/** What components of plugins do with the graph. */
export function createPartMutations(stream: Stream, graph: Graph): Pick<Actions, 'mutate' | 'read'> {
  return {
    async read(plugin, name, variables) {
      await graph.answered()
      return readFor(graph, plugin, [name, variables])
    },
    async mutate(plugin, name, variables): Promise<MutationResult> {
      const listed = stream.slots.parts.find(each => each.plugin === plugin)
      const { optimistic, answered }: Partial<ClientMutation> = listed?.part.mutations?.[name] ?? {}
      /** A plugin that throws must not keep the mutation from being sent, or its answer from being told. */
      const attempt = (call: () => void) => {
        try {
          call()
        } catch (error) {
          stream.slots.failed({ plugin, version: listed?.version ?? null, slot: 'mutations', error })
        }
      }
      const trial = changesOf(stream)
      attempt(() => optimistic?.(variables, trial.page))
      const answer = await graph.sendShown(documentOf(plugin, name), variables).catch(() => null)
      const refusal = answer && refusalIn(answer)
      if (answer && !refusal && isMade(answer)) {
        attempt(() => answered?.(answer.data, { ...trial.page, ...lasting(stream) }))
        return { data: answer.data, refused: null, code: null }
      }
      trial.takeBack()
      if (!refusal) return { data: null, refused: stream.texts.text('failed'), code: null }
      const said = await explain(stream, refusal)
      const { code } = refusal
      return { data: answer.data, refused: (listed && refusalOf(listed, stream.slots.lang, code)) ?? said, code }
    },
  }
}

/** How a page is changed for good. */
const lasting = ({ slots: { changeAsset, changeComment } }: Stream) => ({ changeAsset, changeComment })

/** A page whose changes can be taken back, each value for as long as nothing newer has come. */
function changesOf({ discussion, discussionOwn, slots, thread, viewer }: Stream): {
  readonly page: LivePage
  takeBack(): void
} {
  const undo: (() => void)[] = []
  return {
    page: {
      get viewer() {
        return viewer.value
      },
      changeAsset(change) {
        const before = [discussion.value, discussionOwn.value] as const
        slots.changeAsset(change)
        const restore = restored(before, [discussion.value, discussionOwn.value])
        undo.push(() =>
          slots.changeAsset((...now) => {
            const { fields, own } = restore(now)
            return { ...fields, ...own }
          }),
        )
      },
      changeComment(id, change) {
        if (!thread.has(id)) return
        const { fields, own } = thread.node(id)
        const before = [fields.value, own.value] as const
        slots.changeComment(id, change)
        const restore = restored(before, [fields.value, own.value])
        undo.push(() =>
          slots.changeComment(id, (...now) => {
            const { fields: comment, own } = restore(now)
            return { comment, ...own }
          }),
        )
      },
    },
    takeBack() {
      for (const each of undo.reverse()) each()
    },
  }
}

type Values = Readonly<Record<string, unknown>>
type Pair = readonly [fields: object, own: object | null]

/** What takes a change of a record back, and of what depends on who reads. */
const restored =
  ([fields, own]: Pair, [changed, changedOwn]: Pair) =>
  ([now, ownNow]: Pair) => ({
    fields: undone(fields, changed, now),
    // A reader may have signed out meanwhile.
    own: ownNow === null ? {} : { own: { ...ownNow, ...undone(own ?? {}, changedOwn ?? {}, ownNow) } },
  })

/** The values from before, of those that were changed and have not been changed again. */
function undone(before: object, after: object, now: object): Values {
  const [old, made, current] = [before, after, now].map(each => each as Values) as [Values, Values, Values]
  const keys = Object.keys(made).filter(key => made[key] !== old[key] && current[key] === made[key])
  return Object.fromEntries(keys.map(key => [key, old[key]]))
}
