import { OwnComment, WholeComment } from '../documents/generated.ts'
import type { Actions, Stream } from '../thread/context.ts'
import { isPublic } from '../thread/thread.ts'
import { createFocusing } from './focusing.ts'
import type { Graph } from './graph.ts'
import type { Host } from './host.ts'
import { createLists } from './lists.ts'
import { createOpenForms } from './open-forms.ts'
import { createPartMutations } from './part-mutations.ts'
import { post } from './post.ts'
import { createTabs } from './tab-panes.tsx'

interface Around {
  readonly host: Host
  readonly session: Pick<Actions, 'refresh' | 'signIn' | 'signOut'>
  /** Keeps which comments the reader has collapsed. */
  readonly keepCollapsed: () => void
}

/** What a reader can do in the browser. */
export function createActions(stream: Stream, graph: Graph, { host, session, keepCollapsed }: Around): Actions {
  const forms = createOpenForms(stream, graph)
  return {
    ...session,
    ...createTabs(stream),
    configuring: async () => (await import('./configuring.ts')).configuringOf(stream, graph),
    profiling: async () => (await import('./profiling.ts')).profilingOf(stream, graph),
    ...createLists(stream, { graph, host }),
    ...createFocusing(stream, graph, host),
    ...forms,
    ...createPartMutations(stream, graph),
    screen: async () => (host.framed ? host.position() : null),
    emit: (plugin, name, value) => host.event(`plugin.${plugin}.${name}`, value),
    collapse(id) {
      const { collapsed } = stream.thread.node(id)
      collapsed.value = !collapsed.value
      keepCollapsed()
    },
    async whole(id) {
      const waits = !isPublic(stream.thread.node(id).fields.value)
      const asked = waits ? graph.askAsViewer(OwnComment, { id }) : graph.ask(WholeComment, { id })
      const { data } = await asked.catch(() => ({ data: null }))
      if (data?.comment) stream.thread.change(data.comment)
      else stream.announcement.value = stream.texts.text('notLoaded')
    },
    quote(id) {
      if (!stream.viewer.value) return session.signIn('sign-in', { kind: 'quote', comment: id })
      void forms.load(changes => changes.quote(id))
    },
    post: draft => post(stream, graph, draft),
  }
}
