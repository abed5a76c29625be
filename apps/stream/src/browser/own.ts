import { keepInTab, readFromTab } from '@platform/client-kit'
import { effect } from '@preact/signals'
import { Own, type OwnQuery } from '../documents/generated.ts'
import type { Stream } from '../thread/context.ts'
import { discussionOwnIn } from '../thread/slot-props.ts'
import type { Viewer } from '../thread/state.ts'
import type { Graph } from './graph.ts'
import { showHeld } from './show-held.ts'

/** Comments about which one question asks. */
const MOST = 100
/** Comments that are read together are asked about together. Milliseconds. */
const PAUSE = 50

/** What is the viewer's own in a stream, laid over what every reader gets. */
export interface OwnData {
  /**
   * Asks who the viewer is, and what is theirs in the comments that are known.
   *
   * @param why a session has ended, if the server said so
   * @returns `null` for an anonymous reader, `undefined` without an answer or when a later question counts
   */
  recognise(why?: 'banned'): Promise<Viewer | null | undefined>
  forget(): void
  /** Says again that the reader is banned, if the page said so before it was loaded again. */
  resumeBan(): void
}

export function createOwn(stream: Stream, graph: Graph): OwnData {
  const { discussionOwn, ended, state, thread, viewer } = stream
  let asked = new Set<string>()
  const unasked = () => [...thread.all()].map(({ id }) => id).filter(id => !asked.has(id))
  const forgetOwn = () => {
    discussionOwn.value = null
    for (const { own } of thread.all()) own.value = null
  }
  const ask = async (): Promise<Viewer | null | undefined> => {
    const comments = unasked().slice(0, MOST)
    const since = asked
    for (const id of comments) since.add(id)
    const layOver = layingOver(stream, comments)
    const answer = await graph.askAsViewer(Own, { asset: state.discussion.id, comments }).catch(() => null)
    // The reader may have signed out meanwhile, or a later question has been asked.
    if (since !== asked) return undefined
    const { data, status } = answer ?? {}
    // The token of a session that has ended is refused; without any other answer nothing is known.
    if (!data && status !== 401) {
      // They are asked about again with those that are read next.
      for (const id of comments) since.delete(id)
      return undefined
    }
    const me = data?.me ?? null
    const isOther = me?.id !== viewer.value?.id
    if (isOther) forgetOwn()
    if (data && me) layOver(data, isOther)
    return me
  }
  effect(() => {
    if (thread.known.value === 0 || viewer.value === null) return
    const timer = setTimeout(async () => {
      while (unasked().length > 0 && (await ask()));
    }, PAUSE)
    return () => clearTimeout(timer)
  })
  closeFormsOfOthers(stream)
  const noteEnd = (how: 'ended' | 'banned' | null) => {
    ended.value = how
    keepBan(how === 'banned')
  }
  return {
    resumeBan() {
      if (viewer.value) keepBan(false)
      else if (readFromTab(BANNED) !== null) ended.value = 'banned'
    },
    async recognise(why) {
      asked = new Set()
      const found = await ask()
      if (found === undefined) return undefined
      if (found) noteEnd(null)
      else if (viewer.value) noteEnd(why ?? 'ended')
      viewer.value = found
      showHeld(stream)
      return found
    },
    forget() {
      asked = new Set()
      forgetOwn()
      // The server ends the connections of the session before it answers, which then looks like an end by others.
      noteEnd(null)
      viewer.value = null
      showHeld(stream)
    },
  }
}

/**
 * Makes what lays an answer over the page. What the reader did since the question is newer than the answer, unless it
 * is about another reader.
 */
function layingOver({ discussionOwn, thread }: Stream, comments: readonly string[]) {
  const before = new Map(comments.map(id => [id, thread.node(id).own.value]))
  const ofDiscussion = discussionOwn.value
  return (data: OwnQuery, isOther: boolean) => {
    if (isOther || discussionOwn.value === ofDiscussion) discussionOwn.value = discussionOwnIn(data)
    for (const { id, ...own } of data.commentsById) {
      if (!thread.has(id)) continue
      const node = thread.node(id)
      if (isOther || node.own.value === before.get(id)) node.own.value = own
    }
  }
}

/** Closes the forms of a user who has signed out. After the end of a session they stay open until another one comes. */
function closeFormsOfOthers({ ended, form, replying, unposted, viewer }: Stream): void {
  let last: string | undefined
  effect(() => {
    const user = viewer.value?.id
    if (user === undefined && ended.peek() !== null) return
    if (last !== undefined && user !== last) {
      form.value = null
      replying.value = null
      unposted.value = null
    }
    last = user
  })
}

/** The name under which the tab keeps a ban. A ban ends the session, so a reload can't ask for it. */
const BANNED = 'platform:banned'

/** Without storage the reason is shown until the page is loaded again. */
const keepBan = (banned: boolean) => keepInTab(BANNED, banned ? '1' : null)
