import {
  beginConfig,
  type CommentChange,
  type ListedPart,
  loadParts,
  type PluginsConfig,
  type SlotFailure,
  type Sorting,
} from '@platform/client-sdk'
import { signal } from '@preact/signals'
import {
  accountAddress,
  listAddress,
  partFormAddress,
  pictureAddress,
  sharedAddress,
  userAddress,
} from './addresses.ts'
import type { Stream, StreamSlots } from './context.ts'
import { sortNameOf, sortOf } from './sorts.ts'
import type { OwnFields } from './state.ts'

/** What is around the slots of a stream. */
export interface SlotOptions {
  /** The client parts of the build. */
  readonly parts: readonly ListedPart[]
  readonly onFailure: (failure: SlotFailure) => void
}

/** Lets components of plugins see a stream, and act in it. */
export function createSlotHost(stream: Omit<Stream, 'slots'>, { parts, onFailure }: SlotOptions): StreamSlots {
  const { state, viewer, alive, announcement, done, told } = stream
  // In the order of the operator's list, which may be another one than that of the build.
  const current = signal(state.parts.flatMap(name => parts.find(({ plugin }) => plugin === name) ?? []))
  const pluginsConfig = signal<PluginsConfig>(beginConfig(current.value, state.partsConfig))
  return {
    get parts() {
      return current.value
    },
    async replaceParts(modules) {
      const built = await loadParts(state.parts, ignore, modules)
      if (built.length < state.parts.length) return false
      current.value = [...built]
      return true
    },
    pluginsConfig,
    configure(config) {
      pluginsConfig.value = { ...pluginsConfig.value, ...config }
    },
    viewer,
    alive,
    lang: state.lang,
    ...(state.place === 'page' ? {} : { linkTarget: '_blank' as const }),
    sorting: createSorting(stream),
    failed: onFailure,
    mutate: async (plugin, name, variables) =>
      (await stream.actions?.mutate(plugin, name, variables)) ?? { data: null, refused: null, code: null },
    read: async (plugin, name, variables) => (await stream.actions?.read(plugin, name, variables)) ?? null,
    signIn: () => stream.actions?.signIn('sign-in'),
    signOut: () => stream.actions?.signOut(),
    refresh: async () => stream.actions?.refresh(),
    addressOf: id => sharedAddress(state, id),
    userAddress: id => userAddress(state, id),
    accountAddress: page => accountAddress(state, page),
    pictureAddress: avatar => pictureAddress(state, avatar),
    notify(text, comment) {
      announcement.value = text
      if (comment === null) told.value = text
      else done.value = { comment, text }
    },
    changeAsset(change) {
      const { discussion, discussionOwn } = stream
      const { own, ...fields } = change(discussion.value, discussionOwn.value)
      discussion.value = { ...discussion.value, ...fields }
      if (own !== undefined) discussionOwn.value = own
    },
    changeComment: (id, change) => changeComment(stream, id, change),
    changeAuthor(author, change) {
      for (const { fields } of stream.thread.all()) {
        const { user } = fields.value
        if (user?.id === author) fields.value = { ...fields.value, user: { ...user, ...change } as typeof user }
      }
    },
    emit: (plugin, name, value) => stream.actions?.emit(plugin, name, value),
    ago: time => stream.texts.ago(time, stream.now.value),
    screen: async () => (await stream.actions?.screen()) ?? null,
    alone: state.focus?.alone ? state.focus.branch.id : null,
    formAddress: (plugin, mutation) => partFormAddress(state, plugin, mutation),
  }
}

/** The order of the list as components see it: read while they are drawn, so that they are drawn again with it. */
function createSorting(stream: Omit<Stream, 'slots'>): Sorting {
  const { pane, sort, state, tag } = stream
  const { sorts: values } = state.site
  return {
    get current() {
      return sortOf(sort.value, values) ?? { sortBy: 'CREATED_AT', sortOrder: 'DESC' }
    },
    values,
    addressOf: to => listAddress(state, { sort: sortNameOf(to), tag: tag.value, pane: pane.value }),
    choose: async to => (await stream.actions?.sort(sortNameOf(to))) ?? false,
  }
}

/** Changes what the page shows of a comment. */
export function changeComment({ thread }: Pick<Stream, 'thread'>, id: string, change: CommentChange): void {
  if (!thread.has(id)) return
  const { fields, own } = thread.node(id)
  const changed = change(fields.value, own.value as Readonly<Record<string, unknown>> | null)
  // The fields of plugins are unknown here.
  if (changed.comment) fields.value = { ...fields.value, ...changed.comment }
  if (changed.own !== undefined) own.value = changed.own as unknown as OwnFields
}

const ignore = () => undefined
