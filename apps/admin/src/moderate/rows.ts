import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { AdminComment, Comments } from '../app/comments.ts'
import type { Graph } from '../browser/graph.ts'
import { CommentsAgain, ModerationQueue } from '../documents/generated.ts'
import type { CommentsQuery } from '../documents/types.ts'

/** Rows that are read at a time. */
const PAGE = 20
/** The most comments that the server reads by their ids. */
const MOST_AGAIN = 100
/** The most comments that are kept while they wait to be shown. Of further ones only the ids are kept. */
const MOST_WAITING = 100

/** After so many pages without a comment the user is asked whether to go on. */
const MOST_EMPTY = 5

export type Order = 'DESC' | 'ASC'

interface RowsOptions {
  readonly comments: Comments
  readonly graph: Graph
  readonly order: Order
  /** The comments of the list, as the graph is asked for them. */
  readonly selection: Omit<CommentsQuery, 'limit' | 'cursor' | 'sortOrder'>
  /** Whether nothing that comes later enters the list. */
  readonly isSearch?: boolean
  /** Whether the list has a comment, as it is now. */
  holds(comment: AdminComment): boolean
}

let made = 0

/** A list of comments as a moderator sees it: none twice, and none moves while it is read. */
export class Rows {
  /** Another one for each list. */
  readonly key: number = ++made
  readonly #options: RowsOptions
  readonly #ids = signal<readonly string[]>([])
  readonly #state = signal<'reading' | 'read' | 'failed'>('reading')
  readonly #hasMore = signal(true)
  readonly #waiting = signal<readonly string[]>([])
  /** How many pages in a row had nothing, because the server had read enough before it found something. */
  readonly #emptyPages = signal(0)
  /**
   * The revisions of comments as this moderator has decided about them. A page that was asked for before must not bring
   * them back; a later change can, such as one of the text.
   */
  readonly #removed = new Map<string, string>()
  #cursor: string | null = null
  /** Whether more comments may have come than those that wait, so that these can't be put above the others. */
  #hasGap = false
  #reading: Promise<void> | null = null

  /** The ids of the comments, in the order of the list. */
  readonly ids: ReadonlySignal<readonly string[]> = this.#ids
  readonly state: ReadonlySignal<'reading' | 'read' | 'failed'> = this.#state
  readonly hasMore: ReadonlySignal<boolean> = this.#hasMore
  /** How many comments have come that would move what the moderator reads. */
  readonly waiting: ReadonlySignal<number> = computed(() => this.#waiting.value.length)

  /** Whether so much was read without finding anything that the user is asked before more is read. */
  readonly isPaused: ReadonlySignal<boolean> = computed(() => this.#emptyPages.value >= MOST_EMPTY)

  constructor(options: RowsOptions) {
    this.#options = options
  }

  /** Reads more although nothing was found for long. */
  goOn(): Promise<void> {
    this.#emptyPages.value = 0
    return this.readMore()
  }

  readMore(): Promise<void> {
    this.#reading ??= this.#readPage()
    return this.#reading
  }

  /** Shows the comments that have come. Where more have come than are known, the list is read from its beginning. */
  async showWaiting(): Promise<void> {
    const isKept = !this.#hasGap && this.#waiting.value.every(id => this.#options.comments.find(id))
    if (!isKept) await this.#reading
    batch(() => {
      if (isKept) this.#insert(this.#waiting.value.filter(id => this.#holdsNow(id)))
      else [this.#ids.value, this.#cursor, this.#hasMore.value] = [[], null, true]
      this.#waiting.value = []
      this.#hasGap = false
    })
    if (!isKept) await this.readMore()
  }

  /** Takes in what has happened to comments, those that are not in the queue included. */
  heard(changed: readonly AdminComment[]): void {
    // A page that was asked for before may lack what has come since.
    if (this.#reading) return void this.#reading.then(() => this.heard(changed))
    const { comments, holds, isSearch } = this.#options
    batch(() => {
      for (const comment of changed) if (comments.find(comment.id)) comments.put(comment)
      const listed = new Set(this.#ids.value)
      const last = comments.find(this.#ids.value.at(-1) ?? '')?.value
      const moves = (comment: AdminComment) => last !== undefined && this.#compare(comment, last) < 0
      const entering = changed.filter(
        comment =>
          !isSearch &&
          !this.#isRemoved(comment) &&
          !listed.has(comment.id) &&
          holds(comment) &&
          // What comes after the last row is read with the next page.
          (!this.#hasMore.value || moves(comment)),
      )
      const still = entering.filter(comment => !moves(comment))
      for (const comment of still) comments.put(comment)
      this.#insert(still.map(({ id }) => id))
      this.#wait(
        entering.filter(moves),
        changed.filter(comment => !holds(comment)),
      )
    })
  }

  /** Whether the list has a comment, as it is now. */
  holds(comment: AdminComment): boolean {
    return this.#options.holds(comment)
  }

  /** Takes comments out, because this moderator has decided about them. */
  remove(ids: readonly string[]): void {
    for (const id of ids) this.#removed.set(id, revisionOf(this.#options.comments.find(id)?.value))
    this.#ids.value = this.#ids.value.filter(id => !ids.includes(id))
  }

  /** Puts a comment back to its place, because the decision was not made or was taken back. */
  restore(id: string): void {
    if (this.#removed.delete(id) || this.#holdsNow(id)) this.#insert([id])
  }

  /** Reads what may have been missed while nothing was heard. */
  async catchUp(): Promise<void> {
    if (this.#ids.value.length === 0) return this.readMore()
    const { graph, isSearch, order } = this.#options
    const page = (await this.#ask(null).catch(() => null))?.data?.comments
    const first = page?.nodes ?? []
    const known = new Set([...this.#ids.value, ...this.#waiting.value])
    if (order === 'DESC' && page?.hasNextPage && !first.some(({ id }) => known.has(id))) this.#hasGap = true
    const others = this.#ids.value.filter(id => !first.some(comment => comment.id === id)).slice(0, MOST_AGAIN)
    const again = others.length > 0 ? await graph.ask(CommentsAgain, { ids: others }).catch(() => null) : null
    this.heard([...first, ...(again?.data?.commentsById ?? [])])
    // What has come stands behind the last row.
    if (order === 'ASC' && !isSearch && !this.#hasMore.value) await this.readMore()
  }

  /** Keeps comments that have come until they are shown, and lets go of those that have left the list again. */
  #wait(come: readonly AdminComment[], left: readonly AdminComment[]): void {
    const gone = new Set(left.map(({ id }) => id))
    const waiting = new Set(this.#waiting.value.filter(id => !gone.has(id)))
    for (const comment of come) {
      if (waiting.size < MOST_WAITING) this.#options.comments.put(comment)
      waiting.add(comment.id)
    }
    if (come.length > 0 || waiting.size < this.#waiting.value.length) this.#waiting.value = [...waiting]
  }

  #holdsNow(id: string): boolean {
    const comment = this.#options.comments.find(id)?.value
    return comment !== undefined && this.#options.holds(comment)
  }

  #isRemoved(comment: AdminComment): boolean {
    return this.#removed.get(comment.id) === revisionOf(comment)
  }

  #ask(cursor: string | null) {
    const { graph, order, selection } = this.#options
    return graph.ask(ModerationQueue, { query: { ...selection, sortOrder: order, limit: PAGE, cursor } })
  }

  async #readPage(): Promise<void> {
    this.#state.value = 'reading'
    const page = (await this.#ask(this.#cursor).catch(() => null))?.data?.comments
    // Before those who hear of the page ask for the next one.
    this.#reading = null
    batch(() => {
      this.#state.value = page ? 'read' : 'failed'
      if (!page) return
      for (const comment of page.nodes) this.#options.comments.put(comment)
      const known = new Set(this.#ids.value)
      const news = page.nodes.filter(comment => !known.has(comment.id) && !this.#isRemoved(comment))
      const fresh = news.map(({ id }) => id)
      this.#ids.value = [...this.#ids.value, ...fresh]
      // An event may have announced what the page has, too.
      this.#waiting.value = this.#waiting.value.filter(id => !fresh.includes(id))
      this.#cursor = page.endCursor ?? this.#cursor
      this.#hasMore.value = page.hasNextPage
      this.#emptyPages.value = fresh.length === 0 ? this.#emptyPages.value + 1 : 0
    })
  }

  /** Inserts each at its place. What stands there already keeps its order. */
  #insert(added: readonly string[]): void {
    if (added.length === 0) return
    const list = [...this.#ids.value]
    const known = (id: string) => this.#options.comments.find(id)?.value
    for (const id of added) {
      const comment = known(id)
      if (!comment || list.includes(id)) continue
      const at = list.findIndex(other => this.#compare(comment, known(other) ?? comment) < 0)
      list.splice(at === -1 ? list.length : at, 0, id)
    }
    this.#ids.value = list
  }

  /** By time, then by id, as the server sorts. */
  #compare(one: AdminComment, other: AdminComment): number {
    if (one.id === other.id) return 0
    const isBefore = one.created_at < other.created_at || (one.created_at === other.created_at && one.id < other.id)
    return (this.#options.order === 'ASC') === isBefore ? -1 : 1
  }
}

const revisionOf = (comment: AdminComment | undefined) => comment?.revision ?? ''
