import { effect } from '@preact/signals'
import { Own } from '../documents/generated.ts'
import type { Stream } from '../thread/context.ts'
import type { Viewer } from '../thread/state.ts'
import type { Graph } from './graph.ts'

/** Comments about which one question asks. */
const MOST = 100
/** Comments that are read together are asked about together. Milliseconds. */
const PAUSE = 50

/** What is the viewer's own in a stream, laid over what every reader gets. */
export interface OwnData {
  /** Asks who the viewer is, and what is theirs in the comments that are known. @returns `null` for nobody */
  recognise(): Promise<Viewer | null>
  forget(): void
}

export function createOwn(stream: Stream, graph: Graph): OwnData {
  const { thread, viewer } = stream
  let asked = new Set<string>()
  const ask = async (): Promise<Viewer | null> => {
    const comments = [...thread.all()]
      .map(({ id }) => id)
      .filter(id => !asked.has(id))
      .slice(0, MOST)
    for (const id of comments) asked.add(id)
    const { data } = await graph.askAsViewer(Own, { comments }).catch(() => ({ data: null }))
    if (!data?.me) return null
    for (const { id, ...own } of data.commentsById) thread.node(id).own.value = own
    return data.me
  }
  effect(() => {
    if (thread.known.value === 0 || viewer.value === null) return
    const timer = setTimeout(() => [...thread.all()].some(({ id }) => !asked.has(id)) && void ask(), PAUSE)
    return () => clearTimeout(timer)
  })
  const forget = () => {
    asked = new Set()
    for (const { own } of thread.all()) own.value = null
  }
  return {
    async recognise() {
      forget()
      const found = await ask()
      viewer.value = found
      return found
    },
    forget() {
      forget()
      viewer.value = null
    },
  }
}
