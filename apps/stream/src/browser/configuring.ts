import { keepInTab, readJsonFromTab } from '@platform/client-kit'
import { effect } from '@preact/signals'
import { DiscussionSettings, DiscussionStatus, SaveDiscussionSettings } from '../documents/generated.ts'
import type { Configuring, Stream } from '../thread/context.ts'
import { settingErrors } from '../thread/setting-errors.ts'
import type { Graph } from './graph.ts'
import { noteDiscussion } from './note-discussion.ts'
import { explain, isMade, refusalIn } from './refusals.ts'

const known = new WeakMap<Stream, Configuring>()

/** How a moderator changes the settings of the discussion: one for each stream. */
export function configuringOf(stream: Stream, graph: Graph): Configuring {
  const made = known.get(stream) ?? createConfiguring(stream, graph)
  known.set(stream, made)
  return made
}

function createConfiguring(stream: Stream, graph: Graph): Configuring {
  const { configuration, state, thread } = stream
  const { id } = state.discussion
  keepChanges(stream)
  const read = async (): Promise<boolean> => {
    const answer = await graph.askAsViewer(DiscussionSettings, { asset: id }).catch(() => null)
    const stored = answer?.data?.asset ?? null
    if (stored) configuration.value = { ...configuration.value, stored }
    return stored !== null
  }
  /** What every reader sees of the settings. */
  const show = async () => {
    const answer = await graph.ask(DiscussionStatus, { id }).catch(() => null)
    if (!answer?.data?.asset) return
    thread.setStatus(answer.data.asset)
    noteDiscussion(stream, answer.data.asset)
  }
  return {
    read,
    change(changes) {
      const pending = Object.entries({ ...configuration.value.pending, ...changes })
      configuration.value = {
        ...configuration.value,
        pending: Object.fromEntries(pending.filter(([, value]) => value !== undefined)),
      }
    },
    discard() {
      configuration.value = { ...configuration.value, pending: {}, errors: {} }
    },
    async save() {
      const { pending } = configuration.value
      const { closedAt, closedMessage, ...settings } = pending
      const status = {
        ...('closedAt' in pending ? { closedAt } : {}),
        ...('closedMessage' in pending ? { closedMessage } : {}),
      }
      const answer = await graph
        .askAsViewer(SaveDiscussionSettings, { id, settings, status } as never)
        .catch(() => null)
      const refusal = answer && refusalIn(answer)
      if (!answer || refusal || !isMade(answer)) {
        const found = answer?.data ? settingErrors(answer.data) : {}
        const errors =
          Object.keys(found).length > 0
            ? found
            : { form: refusal ? await explain(stream, refusal) : stream.texts.text('failed') }
        configuration.value = { ...configuration.value, errors }
        return false
      }
      // What was changed meanwhile is not saved.
      const left = Object.entries(configuration.value.pending).filter(([name, value]) => value !== pending[name])
      configuration.value = { ...configuration.value, pending: Object.fromEntries(left), errors: {} }
      await Promise.all([read(), show()])
      return true
    },
  }
}

/** Keeps what is not saved in the tab of the browser, and asks before the page is left with it. */
function keepChanges({ configuration, state }: Stream): void {
  const name = `platform:settings:${state.discussion.id}`
  const kept = readJsonFromTab<Record<string, unknown>>(name)
  if (kept && Object.keys(configuration.value.pending).length === 0)
    configuration.value = { ...configuration.value, pending: kept }
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  effect(() => {
    const { pending } = configuration.value
    const isChanged = Object.keys(pending).length > 0
    keepInTab(name, isChanged ? JSON.stringify(pending) : null)
    if (!isChanged) return
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  })
}
