import type { SortOrder, TaggableItemType, UsernameStatus, UserRole } from './enums.ts'
import type { Action, Asset, Comment, User } from './records.ts'

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
 * What can be asked of a list of comments.
 *
 * @example
 * const query: CommentsQuery = { asset_id: asset.id, tags: ['FEATURED'], sortBy: 'CREATED_AT', limit: 5 }
 */
export interface CommentsQuery {
  asset_id?: string | null
  parent_id?: string | null
  author_id?: string | null
  statuses?: readonly string[] | null
  action_type?: string | null
  tags?: readonly string[] | null
  excludeIgnored?: boolean | null
  excludeDeleted?: boolean | null
  limit?: number | null
  cursor?: string | number | null
  sortBy?: string | null
  sortOrder?: SortOrder | null
}

/**
 * What can be asked of a list of users.
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
  /** How a username, an e-mail address or a name given elsewhere begins. */
  value?: string | null
  limit?: number | null
  cursor?: string | number | null
  sortOrder?: SortOrder | null
}

/**
 * An action as far as a summary needs it.
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

/**
 * Loaders of the core; plugins add their own groups, or functions to these.
 *
 * @example
 * const comment = await context.loaders.Comments.get(args.id)
 */
export interface CoreLoaders {
  Actions: {
    /** All actions on an item, oldest first. Unguarded: check the caller first. */
    getByID(itemId: string): Promise<readonly Action[]>
    getSummariesByItem(item: { id: string; action_counts: Record<string, number> }): Promise<readonly ActionSummary[]>
  }
  Assets: {
    getByID(id: string): Promise<Asset | null>
    /** Finds the asset of an address. */
    findByUrl(url: string): Promise<Asset | null>
    getByQuery(query: {
      value?: string | null
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
    /** First replies of a comment; batched over all parents of a request. */
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
    getByID(id: string): Promise<User | null>
    /** Throws `NOT_AUTHORIZED` unless the caller may look people up. */
    getByQuery(query: UsersQuery): Promise<Connection<User>>
    /** Throws `NOT_AUTHORIZED` unless the caller may look people up. */
    getCountByQuery(query: Pick<UsersQuery, 'action_type' | 'state'>): Promise<number>
  }
}

/**
 * Which tag, on which item.
 *
 * @example
 * const featured: TagInput = { name: 'FEATURED', id: comment.id, item_type: 'COMMENTS' }
 */
export interface TagInput {
  readonly name: string
  /** Of the item. */
  readonly id: string
  readonly item_type: TaggableItemType
  /** Of the discussion a comment is in, to be sure. */
  readonly asset_id?: string | null
}

/**
 * What a plugin may say of a comment before the pipeline judges it, on the input of `createComment` or `editComment`.
 *
 * @example
 * const held: CommentSuggestion = {
 *   status: 'SYSTEM_WITHHELD',
 *   actions: [{ action_type: 'FLAG', group_id: 'TOXIC_COMMENT' }],
 * }
 */
export interface CommentSuggestion {
  /** A status to give it; the pipeline has the last word. */
  status?: string
  /**
   * Actions on it in nobody's name, such as flags with their reason. Each is stored once, however often the comment is
   * edited.
   */
  actions?: readonly { action_type: string; group_id?: string | null; metadata?: Readonly<Record<string, unknown>> }[]
  /** Kept with the comment. */
  metadata?: object
}

/**
 * Mutators of the core. Each refuses with `NOT_AUTHORIZED` what the caller may not do.
 *
 * @example
 * await context.mutators.Comment.setStatus({ id: comment.id, status: 'ACCEPTED' })
 */
export interface CoreMutators {
  Action: {
    /** Throws `ALREADY_EXISTS`, with the action as `metadata.existing`, when it was made before. */
    create(input: {
      item_id: string
      item_type: string
      action_type: string
      group_id?: string | null
      metadata?: object
    }): Promise<Action>
    /** The caller's own action of that type; `null` when there is none. */
    delete(input: { id: string; action_type?: string }): Promise<Action | null>
  }
  Asset: {
    /** Settings of one discussion; `null` lets the site's apply again. Throws `BAD_USER_INPUT` naming every bad one. */
    updateSettings(id: string, settings: Readonly<Record<string, unknown>>): Promise<Asset>
    updateStatus(
      id: string,
      status: { readonly closedAt?: Date | null; readonly closedMessage?: string | null },
    ): Promise<Asset>
    /** Closes a discussion; one that is closed stays as it is. */
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
    /** The caller's own comment, while the edit window is open. */
    edit(input: { id: string; asset_id: string; edit: { body: string } & CommentSuggestion }): Promise<Comment>
    setStatus(input: { id: string; status: string }): Promise<Comment>
  }
  Settings: {
    /** Changes the settings given; `null` brings a default back. Throws `BAD_USER_INPUT` naming every bad one. */
    update(values: Readonly<Record<string, unknown>>): Promise<void>
  }
  Tag: {
    /** Whether the item changed: `false` when it had the tag. Throws `NOT_FOUND` for what the caller can't see. */
    add(input: TagInput): Promise<boolean>
    /** Whether the item changed: `false` when it did not have the tag. */
    remove(input: TagInput): Promise<boolean>
  }
  Token: {
    /** A personal access token of the caller; `jwt` is given out this once. */
    create(input: {
      name: string
    }): Promise<{ readonly id: string; readonly name: string; readonly active: boolean; readonly jwt: string }>
    /** One of the caller's own, for good. Throws `NOT_FOUND` for any other. */
    revoke(input: { id: string }): Promise<void>
  }
  User: {
    /**
     * Gives the caller's own account, which has neither, an address and a password. Throws `LOCAL_PROFILE`,
     * `DUPLICATE_LOCAL_PROFILE`, `EMAIL_INVALID` and the like.
     */
    attachLocalAuth(input: { email: string; password: string }): Promise<void>
    /**
     * The caller's own; ends every session. Resolves to a new one. Throws `PASSWORD_INCORRECT`, `PASSWORD_LENGTH` and
     * the like.
     */
    changePassword(input: { oldPassword: string; newPassword: string }): Promise<string>
    /**
     * Sends a link to the new address, and changes nothing before it is opened. Throws `PASSWORD_INCORRECT`,
     * `EMAIL_INVALID` and the like.
     */
    changeEmail(input: { email: string; password: string }): Promise<void>
    /** Ends every session of the caller, and refuses personal tokens from before. */
    signOutEverywhere(): Promise<void>
    /**
     * The caller's own account is deleted a day later, at the moment given. Throws `DELETION_ALREADY_SCHEDULED` or
     * `LAST_ADMIN`.
     */
    requestDeletion(): Promise<Date>
    /** Throws `DELETION_NOT_SCHEDULED`. */
    cancelDeletion(): Promise<void>
    /** The caller's own name. Throws `EDIT_USERNAME_NOT_AUTHORIZED` within 14 days of the last change. */
    setUsername(id: string, username: string): Promise<User>
    /** The caller's own name, after it was rejected. */
    changeUsername(id: string, username: string): Promise<User>
    setUserUsernameStatus(id: string, status: 'APPROVED' | 'REJECTED'): Promise<User>
    /** A ban also ends every session. The message is mailed, and kept with the history. */
    setUserBanStatus(id: string, banned: boolean, message?: string): Promise<User>
    setUserAlwaysPremodStatus(id: string, always: boolean): Promise<User>
    /** Until a moment to come; `null` ends the suspension. */
    setUserSuspensionStatus(id: string, until: Date | null, message?: string): Promise<User>
    /** Throws `LAST_ADMIN` when nobody would be left to run the site. */
    setRole(id: string, role: string | null): Promise<User>
    /** Whether it changed. */
    ignoreUser(input: { id: string }): Promise<boolean>
    /** Whether it changed. */
    stopIgnoringUser(input: { id: string }): Promise<boolean>
    /** The account is gone when this resolves; what it wrote follows in a job. */
    del(id: string): Promise<void>
  }
}
