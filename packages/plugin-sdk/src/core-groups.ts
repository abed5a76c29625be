import type { CommentStatus, SortOrder, TaggableItemType, UsernameStatus, UserRole } from './enums.ts'
import type { Action, Asset, Comment, User, UserRecord } from './records.ts'

/**
 * A page of a list. Pass `endCursor` back as `cursor` to read on.
 *
 * @example
 * const { nodes, hasNextPage, endCursor }: Connection<Asset> = await context.loaders.Assets.getByQuery({ limit: 10 })
 */
export interface Connection<T> {
  nodes: readonly T[]
  hasNextPage: boolean
  startCursor: string | number | null
  endCursor: string | number | null
}

/**
 * Filters, order and page of a list of comments. Without a filter the list has every comment the caller may see.
 *
 * @example
 * const query: CommentsQuery = { asset_id: asset.id, tags: ['FEATURED'], sortBy: 'CREATED_AT', limit: 5 }
 */
export interface CommentsQuery {
  asset_id?: string | null
  /** Several assets, at most 20; not together with `asset_id`. */
  asset_ids?: readonly string[] | null
  parent_id?: string | null
  author_id?: string | null
  statuses?: readonly string[] | null
  action_type?: string | null
  tags?: readonly string[] | null
  /** Only with each of these words in the text; for moderators. */
  text?: string | null
  excludeIgnored?: boolean | null
  excludeDeleted?: boolean | null
  limit?: number | null
  /** `endCursor` of the page before; a `Date` where the list is sorted by time. */
  cursor?: string | number | Date | null
  sortBy?: string | null
  sortOrder?: SortOrder | null
}

/**
 * Filters, order and page of a list of users.
 *
 * @example
 * const query: UsersQuery = { state: { status: { suspended: true } }, limit: 20 }
 */
export interface UsersQuery {
  action_type?: string | null
  state?: {
    role?: UserRole | null
    status?: {
      username?: readonly UsernameStatus[] | null
      banned?: boolean | null
      suspended?: boolean | null
      alwaysPremod?: boolean | null
    } | null
  } | null
  /** The beginning of a username, an e-mail address or a display name. */
  value?: string | null
  limit?: number | null
  cursor?: string | number | null
  sortOrder?: SortOrder | null
}

/**
 * How many actions of one type and group an item has, and the caller's own among them.
 *
 * @example
 * const mine = (summary: ActionSummary) => summary.current_user !== null
 */
export interface ActionSummary {
  action_type: string
  group_id: string | null
  count: number
  current_user: Action | null
}

type Operation = (...args: never[]) => unknown
type KeyOf<F extends Operation> = Parameters<F> extends [infer Only] ? Only : Parameters<F>

/**
 * A function of a loader, with the methods of a data loader. A key is the argument of the function; of several
 * arguments it is their list.
 *
 * @example
 * const byId: Loadable<CoreLoaders['Users']['getByID']> = context.loaders.Users.getByID
 * const [first, second] = await byId.loadMany([comment.author_id, parent.author_id])
 */
export type Loadable<F extends Operation> = F & {
  /** Calls the function together with the other calls of this tick, and remembers its answer for the request. */
  load(key: KeyOf<F>): Promise<Awaited<ReturnType<F>>>
  /** The answers in the order of the keys. An error is in the place of its answer. */
  loadMany(keys: readonly KeyOf<F>[]): Promise<(Awaited<ReturnType<F>> | Error)[]>
  /** Forgets the answer for a key. */
  clear(key: KeyOf<F>): Loadable<F>
  /** Remembers this answer, unless one is remembered. */
  prime(key: KeyOf<F>, value: Awaited<ReturnType<F>>): Loadable<F>
}

type Member<F> = F extends Operation ? Loadable<F> : F
type Group<G> = G extends object ? { readonly [Name in keyof G]: Member<G[Name]> } : G

/**
 * Groups of loaders as a context gives them.
 *
 * @example
 * type Loaders = LoadableGroups<CoreLoaders>
 */
export type LoadableGroups<Groups> = { readonly [Name in keyof Groups]: Group<Groups[Name]> }

/**
 * Loaders of the core. Plugins add groups of their own, or functions to these groups.
 *
 * @example
 * const comment = await context.loaders.Comments.get(args.id)
 */
export interface CoreLoaders {
  Actions: {
    /**
     * The newest actions on an item, the oldest of them first: 50 flags, 50 don't-agrees and 10 of every other kind
     * that an enabled plugin knows, and those of the platform itself. Permissions are not checked here: check the
     * caller first.
     */
    getByID(itemId: string): Promise<readonly Action[]>
    /** The same for an item that was read; only the kinds that its counters name are read, known or not. */
    getByItem(item: { id: string; action_counts: Record<string, number> }): Promise<readonly Action[]>
    getSummariesByItem(item: { id: string; action_counts: Record<string, number> }): Promise<readonly ActionSummary[]>
  }
  Assets: {
    getByID(id: string): Promise<Asset | null>
    /** The asset of an address; `null` when there is none. */
    findByUrl(url: string): Promise<Asset | null>
    getByQuery(query: {
      value?: string | null
      /** Only assets with one of these ids, at most 20. */
      ids?: readonly string[] | null
      limit?: number | null
      open?: boolean | null
      sortOrder?: SortOrder | null
      cursor?: string | number | null
    }): Promise<Connection<Asset>>
  }
  Comments: {
    /** The comment, or `null` when the caller may not see it. */
    get(id: string): Promise<Comment | null>
    getByQuery(query: CommentsQuery): Promise<Connection<Comment> | null>
    getCountByQuery(query: CommentsQuery): Promise<number | null>
    /** First replies of a comment. One query reads those of all comments of a request. */
    getReplies(parent: Comment, query: CommentsQuery): Promise<Connection<Comment>>
  }
  Settings: {
    load(): Promise<Readonly<Record<string, unknown>>>
    /** Some of the settings, by name. */
    select(...names: readonly string[]): Promise<Readonly<Record<string, unknown>>>
    /** One setting. */
    get(name: string): Promise<unknown>
  }
  Tags: {
    /** Definitions that apply to a kind of item. */
    getAll(query: { item_type: string; asset_id?: string | null }): Promise<readonly object[]>
  }
  Users: {
    getByID(id: string): Promise<UserRecord | null>
    /** Throws `NOT_AUTHORIZED` unless the caller may search users. */
    getByQuery(query: UsersQuery): Promise<Connection<User>>
    /** Throws `NOT_AUTHORIZED` unless the caller may search users. */
    getCountByQuery(query: Pick<UsersQuery, 'action_type' | 'state'>): Promise<number>
  }
}

/**
 * A tag and the item that it is put on or taken from.
 *
 * @example
 * const featured: TagInput = { name: 'FEATURED', id: comment.id, item_type: 'COMMENTS' }
 */
export interface TagInput {
  readonly name: string
  /** Id of the item. */
  readonly id: string
  readonly item_type: TaggableItemType
  /** Id of the asset that a comment belongs to; a comment of another asset is refused. */
  readonly asset_id?: string | null
}

/**
 * What a plugin may ask for on the input of `createComment` or `editComment`, before the moderation run.
 *
 * @example
 * const held: CommentSuggestion = {
 *   status: 'SYSTEM_WITHHELD',
 *   actions: [{ action_type: 'FLAG', group_id: 'TOXIC_COMMENT' }],
 * }
 */
export interface CommentSuggestion {
  /** The status to give the comment; a moderation phase may decide otherwise. */
  status?: string
  /**
   * Actions of the platform on the comment, such as flags with their reason. Each is stored once, also when the comment
   * is edited.
   */
  actions?: readonly { action_type: string; group_id?: string | null; metadata?: Readonly<Record<string, unknown>> }[]
  /** Values to store in the `metadata` of the comment. */
  metadata?: object
}

/**
 * Mutators of the core. Each throws `NOT_AUTHORIZED` when the caller may not do this.
 *
 * @example
 * await context.mutators.Comment.setStatus({ id: comment.id, status: 'ACCEPTED' })
 */
export interface CoreMutators {
  Action: {
    /** Stores an action. Throws `ALREADY_EXISTS`, with the stored action as `metadata.existing`, when there is one. */
    create(input: {
      item_id: string
      item_type: string
      action_type: string
      group_id?: string | null
      metadata?: object
    }): Promise<Action>
    /** Deletes an action of the caller, and resolves to it; `null` when the caller has none with this id and type. */
    delete(input: { id: string; action_type?: string }): Promise<Action | null>
  }
  Asset: {
    /**
     * Changes settings of one asset; `null` brings the site's back. Throws `BAD_USER_INPUT`, which names each bad one.
     */
    updateSettings(id: string, settings: Readonly<Record<string, unknown>>): Promise<Asset>
    updateStatus(
      id: string,
      status: { readonly closedAt?: Date | null; readonly closedMessage?: string | null },
    ): Promise<Asset>
    /** Closes the discussion of an asset; a closed one does not change. */
    closeNow(id: string): Promise<Asset>
    /** Looks at the page again, in the background, and overwrites what is known of it. */
    scrape(id: string): Promise<void>
    /**
     * Title, author and the like, and `url` when the page moved. Throws `ASSET_URL_ALREADY_EXISTS` or
     * `INVALID_ASSET_URL`.
     */
    update(id: string, values: Readonly<Record<string, unknown>>): Promise<Asset>
  }
  Comment: {
    create(
      input: {
        asset_id: string
        parent_id?: string | null
        body: string
        tags?: readonly (string | null)[] | null
      } & CommentSuggestion,
    ): Promise<Comment>
    /** Changes the text of a comment of the caller, within the time in which it may be edited. */
    edit(input: { id: string; asset_id: string; edit: { body: string } & CommentSuggestion }): Promise<Comment>
    /** Deletes a comment of the caller. Text and author are erased; a tombstone and the replies stay. */
    deleteOwn(input: { id: string }): Promise<Comment>
    /** Throws `COMMENT_CHANGED` when the comment is another one than `expected`, by its status and its revision. */
    setStatus(input: {
      id: string
      status: string
      reason?: string | null
      expected?: { readonly status: string; readonly revision: string } | null
    }): Promise<Comment>
    /**
     * Gives a comment the status back that it had before the last decision. With the `status` that this one gave it
     * throws `DECIDED_MEANWHILE` when the comment has another one.
     */
    takeBack(input: { id: string; status?: CommentStatus | null }): Promise<Comment>
  }
  Settings: {
    /**
     * Changes settings of the site; `null` brings a default back. Throws `BAD_USER_INPUT`, which names each bad one.
     */
    update(values: Readonly<Record<string, unknown>>): Promise<void>
  }
  Tag: {
    /**
     * Resolves to `false` when the item had the tag already. Throws `NOT_FOUND` when the caller may not see the item.
     */
    add(input: TagInput): Promise<boolean>
    /** Resolves to `false` when the item did not have the tag. */
    remove(input: TagInput): Promise<boolean>
  }
  Token: {
    /** Makes a personal access token of the caller. `jwt` is the token itself, which can't be read again later. */
    create(input: {
      name: string
    }): Promise<{ readonly id: string; readonly name: string; readonly active: boolean; readonly jwt: string }>
    /** Revokes a token of the caller for ever. Throws `NOT_FOUND` for any other token. */
    revoke(input: { id: string }): Promise<void>
  }
  User: {
    /**
     * Adds an e-mail address and a password to the caller's account, which must have neither. Throws `LOCAL_PROFILE`,
     * `DUPLICATE_LOCAL_PROFILE`, `EMAIL_INVALID` and other codes for a bad address or password.
     */
    attachLocalAuth(input: { email: string; password: string }): Promise<void>
    /**
     * Sends the link to the address that waits for it again. Throws `LOCAL_PROFILE`, `EMAIL_REQUIRED` when no address
     * waits, `RATE_LIMIT_EXCEEDED` or `MAIL_UNAVAILABLE`.
     */
    resendLocalAuthLink(): Promise<void>
    /**
     * Changes the caller's password, ends all sessions of the caller and resolves to the token of a new one. Throws
     * `PASSWORD_INCORRECT`, `PASSWORD_LENGTH` and other codes for a bad password.
     */
    changePassword(input: { oldPassword: string; newPassword: string }): Promise<string>
    /**
     * Sends an e-mail link to the new address. The account changes when the link is opened. Throws
     * `PASSWORD_INCORRECT`, `EMAIL_INVALID` and other codes for a bad address.
     */
    changeEmail(input: { email: string; password: string }): Promise<void>
    /** Ends every session of the caller. Personal access tokens made before are refused from then on. */
    signOutEverywhere(): Promise<void>
    /** Ends every session of a user, and refuses the personal access tokens made before. For administrators. */
    endSessions(id: string): Promise<void>
    /**
     * Requests the deletion of the caller's account, and resolves to its time, a day later. An account with a password
     * needs it again; a caller without one has signed in within the last hour. Throws `PASSWORD_AGAIN`,
     * `PASSWORD_INCORRECT`, `LOGIN_MAXIMUM_EXCEEDED`, `SIGN_IN_AGAIN`, `DELETION_ALREADY_SCHEDULED` or `LAST_ADMIN`.
     */
    requestDeletion(password?: string | null): Promise<Date>
    /** Takes the caller's request back. Throws `DELETION_NOT_SCHEDULED` when there is none. */
    cancelDeletion(): Promise<void>
    /**
     * Sends the caller a link to download the personal data, and resolves to the time of the request. Throws
     * `RATE_LIMIT_EXCEEDED` within seven days of the last one, `EMAIL_REQUIRED`, `EMAIL_NOT_VERIFIED` or
     * `MAIL_UNAVAILABLE`.
     */
    requestDownloadLink(): Promise<Date>
    /** Resolves to a link by which a user's personal data can be downloaded for a day. For administrators. */
    download(id: string): Promise<string>
    /** Changes the caller's username. Throws `EDIT_USERNAME_NOT_AUTHORIZED` within 14 days of the last change. */
    setUsername(id: string, username: string): Promise<User>
    /** Changes the caller's username after a moderator rejected it. */
    changeUsername(id: string, username: string): Promise<User>
    /** Approves or rejects a username. The reason of a rejection is mailed, and kept in the history. */
    setUserUsernameStatus(id: string, status: 'APPROVED' | 'REJECTED', reason?: string): Promise<User>
    /** Bans a user, which also ends all sessions, or lifts the ban. The message is mailed, and kept in the history. */
    setUserBanStatus(id: string, banned: boolean, message?: string): Promise<User>
    setUserAlwaysPremodStatus(id: string, always: boolean): Promise<User>
    /** Suspends a user until a time in the future; `null` ends the suspension. */
    setUserSuspensionStatus(id: string, until: Date | null, message?: string): Promise<User>
    /** Gives a user one role; `null` takes it away. Throws `LAST_ADMIN` when no administrator would be left. */
    setRole(id: string, role: string | null): Promise<User>
    /** Resolves to `false` when the caller ignored the user already. */
    ignoreUser(input: { id: string }): Promise<boolean>
    /** Resolves to `false` when the caller did not ignore the user. */
    stopIgnoringUser(input: { id: string }): Promise<boolean>
    /** Deletes an account. A job then removes the user's comments and other personal data. */
    del(id: string): Promise<void>
  }
}
