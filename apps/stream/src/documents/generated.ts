// Written by scripts/documents.js from the .graphql files beside it.
import type { StoredDocument } from './stored-document.ts'

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type Action_Item_Type =
  | 'ASSETS'
  | 'COMMENTS'
  | 'USERS';

export type Flag_Reason =
  | 'USERNAME_OFFENSIVE'
  | 'USERNAME_NOLIKE'
  | 'USERNAME_IMPERSONATING'
  | 'USERNAME_SPAM'
  | 'USERNAME_OTHER'
  | 'COMMENT_OFFENSIVE'
  | 'COMMENT_SPAM'
  | 'COMMENT_OTHER';

export type CreateFlagInput = {
  readonly item_id: string;
  readonly item_type: Action_Item_Type;
  readonly reason?: Flag_Reason | null | undefined;
  readonly message?: string | null | undefined;
};

export type CreateDontAgreeInput = {
  readonly item_id: string;
  readonly item_type: Action_Item_Type;
  readonly message?: string | null | undefined;
};

export type Action_Type =
  | 'FLAG'
  | 'DONTAGREE';

export type Sort_Order =
  | 'DESC'
  | 'ASC';

export type Comment_Status =
  | 'NONE'
  | 'ACCEPTED'
  | 'REJECTED'
  | 'PREMOD'
  | 'SYSTEM_WITHHELD';

export type Sort_Comments_By =
  | 'CREATED_AT'
  | 'REPLIES';

export type CommentsQuery = {
  readonly author_id?: string | null | undefined;
  readonly statuses?: ReadonlyArray<Comment_Status> | null | undefined;
  readonly asset_id?: string | null | undefined;
  readonly parent_id?: string | null | undefined;
  readonly action_type?: Action_Type | null | undefined;
  readonly limit?: number | null | undefined;
  readonly cursor?: string | null | undefined;
  readonly sortOrder?: Sort_Order | null | undefined;
  readonly sortBy?: Sort_Comments_By | null | undefined;
  readonly tags?: ReadonlyArray<string> | null | undefined;
  readonly excludeIgnored?: boolean | null | undefined;
  readonly excludeDeleted?: boolean | null | undefined;
};

export type RepliesQuery = {
  readonly sortOrder?: Sort_Order | null | undefined;
  readonly sortBy?: Sort_Comments_By | null | undefined;
  readonly limit?: number | null | undefined;
  readonly cursor?: string | null | undefined;
  readonly excludeIgnored?: boolean | null | undefined;
  readonly excludeDeleted?: boolean | null | undefined;
};

export type CreateCommentInput = {
  readonly asset_id: string;
  readonly parent_id?: string | null | undefined;
  readonly body: string;
  readonly tags?: ReadonlyArray<string | null | undefined> | null | undefined;
};

export type EditCommentInput = {
  readonly body: string;
};

export type User_Roles =
  | 'ADMIN'
  | 'MODERATOR'
  | 'STAFF'
  | 'COMMENTER';

export type User_Status_Username =
  | 'UNSET'
  | 'SET'
  | 'APPROVED'
  | 'REJECTED'
  | 'CHANGED';

export type UserBannedSubscriptionVariables = Exact<{
  user: string;
}>;


export type UserBannedSubscription = { readonly userBanned: { readonly id: string } | null };

export type UserSuspendedSubscriptionVariables = Exact<{
  user: string;
}>;


export type UserSuspendedSubscription = { readonly userSuspended: { readonly id: string } | null };

export type UsernameRejectedSubscriptionVariables = Exact<{
  user: string;
}>;


export type UsernameRejectedSubscription = { readonly usernameRejected: { readonly id: string } | null };

export type UsernameApprovedSubscriptionVariables = Exact<{
  user: string;
}>;


export type UsernameApprovedSubscription = { readonly usernameApproved: { readonly id: string } | null };

export type SetUsernameMutationVariables = Exact<{
  id: string;
  username: string;
}>;


export type SetUsernameMutation = { readonly setUsername: { readonly errors: ReadonlyArray<
      | { readonly translation_key: string, readonly message: string | null }
      | { readonly translation_key: string, readonly message: string | null }
    > | null } | null };

export type ChangeUsernameMutationVariables = Exact<{
  id: string;
  username: string;
}>;


export type ChangeUsernameMutation = { readonly changeUsername: { readonly errors: ReadonlyArray<
      | { readonly translation_key: string, readonly message: string | null }
      | { readonly translation_key: string, readonly message: string | null }
    > | null } | null };

export type CommentFieldsFragment = { readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null };

export type OwnCommentFieldsFragment = { readonly action_summaries: ReadonlyArray<
    | { readonly current_user: { readonly __typename: 'FlagAction', readonly reason: string | null, readonly id: string } | null }
    | { readonly current_user: { readonly __typename: 'DontAgreeAction', readonly id: string } | null }
    | { readonly current_user:
        | { readonly __typename: 'FlagAction', readonly reason: string | null, readonly id: string }
        | { readonly __typename: 'DontAgreeAction', readonly id: string }
        | { readonly __typename: 'DefaultAction', readonly id: string }
       | null }
   | null> };

export type BranchFragment = { readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly replies: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly replies: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly replies: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> }, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> }, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> }, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null };

export type ReplyBranchFragment = { readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly replies: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly replies: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> }, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> }, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null };

export type PageFragment = { readonly hasNextPage: boolean, readonly endCursor: string | null };

export type CommentAddedSubscriptionVariables = Exact<{
  asset: string;
}>;


export type CommentAddedSubscription = { readonly commentAdded: { readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null } | null };

export type CommentEditedSubscriptionVariables = Exact<{
  asset: string;
}>;


export type CommentEditedSubscription = { readonly commentEdited: { readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null } | null };

export type CommentAcceptedSubscriptionVariables = Exact<{
  asset: string;
}>;


export type CommentAcceptedSubscription = { readonly commentAccepted: { readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null } | null };

export type CommentRemovedSubscriptionVariables = Exact<{
  asset: string;
}>;


export type CommentRemovedSubscription = { readonly commentRemoved: string | null };

export type AssetStatusChangedSubscriptionVariables = Exact<{
  asset: string;
}>;


export type AssetStatusChangedSubscription = { readonly assetStatusChanged: { readonly id: string, readonly isClosed: boolean, readonly closedAt: string | null, readonly closedMessage: string | null } | null };

export type OwnQueryVariables = Exact<{
  asset: string;
  comments?: ReadonlyArray<string> | string;
}>;


export type OwnQuery = { readonly me: { readonly id: string, readonly username: string, readonly role: User_Roles | null, readonly held: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> }, readonly profiles: ReadonlyArray<
      | { readonly confirmedAt: string | null, readonly provider: string }
      | { readonly provider: string }
     | null> | null, readonly ignoredUsers: ReadonlyArray<{ readonly id: string }> | null, readonly state: { readonly status: { readonly username: { readonly status: User_Status_Username }, readonly banned: { readonly status: boolean }, readonly suspension: { readonly until: string | null } } | null } | null } | null, readonly commentsById: ReadonlyArray<{ readonly id: string, readonly action_summaries: ReadonlyArray<
      | { readonly current_user: { readonly __typename: 'FlagAction', readonly reason: string | null, readonly id: string } | null }
      | { readonly current_user: { readonly __typename: 'DontAgreeAction', readonly id: string } | null }
      | { readonly current_user:
          | { readonly __typename: 'FlagAction', readonly reason: string | null, readonly id: string }
          | { readonly __typename: 'DontAgreeAction', readonly id: string }
          | { readonly __typename: 'DefaultAction', readonly id: string }
         | null }
     | null> }> };

export type LiveTicketQueryVariables = Exact<{ [key: string]: never; }>;


export type LiveTicketQuery = { readonly liveTicket: string | null };

export type ViewerFragment = { readonly id: string, readonly username: string, readonly role: User_Roles | null, readonly profiles: ReadonlyArray<
    | { readonly confirmedAt: string | null, readonly provider: string }
    | { readonly provider: string }
   | null> | null, readonly ignoredUsers: ReadonlyArray<{ readonly id: string }> | null, readonly state: { readonly status: { readonly username: { readonly status: User_Status_Username }, readonly banned: { readonly status: boolean }, readonly suspension: { readonly until: string | null } } | null } | null };

export type MoreCommentsQueryVariables = Exact<{
  id: string;
  query: CommentsQuery;
  deep: boolean;
}>;


export type MoreCommentsQuery = { readonly asset: { readonly id: string, readonly comments: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly replies: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly replies: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly replies: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> }, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> }, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> }, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> } | null } | null };

export type MoreRepliesQueryVariables = Exact<{
  id: string;
  query: RepliesQuery;
}>;


export type MoreRepliesQuery = { readonly comment: { readonly id: string, readonly replies: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly replies: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly replies: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly replies: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> }, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> }, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> }, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> } } | null };

export type PermalinkQueryVariables = Exact<{
  asset: string;
  id: string;
  replies: RepliesQuery;
}>;


export type PermalinkQuery = { readonly asset: { readonly id: string, readonly url: string | null, readonly title: string | null, readonly isClosed: boolean, readonly closedAt: string | null, readonly closedMessage: string | null, readonly totalCommentCount: number | null, readonly featured: number | null, readonly comment: { readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly replies: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly replies: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly replies: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> }, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> }, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> }, readonly parent: { readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null } | null, readonly settings: { readonly infoBoxEnable: boolean | null, readonly infoBoxContent: string | null, readonly questionBoxEnable: boolean | null, readonly questionBoxContent: string | null, readonly questionBoxIcon: string | null, readonly closedMessage: string | null, readonly disableCommenting: boolean | null, readonly disableCommentingMessage: string | null, readonly charCountEnable: boolean | null, readonly charCount: number | null, readonly editCommentWindowLength: number | null, readonly customCssUrl: string | null, readonly organizationName: string | null } } | null };

export type NewerCommentsQueryVariables = Exact<{
  query: CommentsQuery;
  id: string;
}>;


export type NewerCommentsQuery = { readonly asset: { readonly id: string, readonly totalCommentCount: number | null, readonly isClosed: boolean } | null, readonly comments: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> } | null };

export type ShownCommentsQueryVariables = Exact<{
  ids: ReadonlyArray<string> | string;
}>;


export type ShownCommentsQuery = { readonly commentsById: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> };

export type WholeCommentQueryVariables = Exact<{
  id: string;
}>;


export type WholeCommentQuery = { readonly comment: { readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null } | null };

export type ThreadQueryVariables = Exact<{
  id: string;
  query: CommentsQuery;
  deep: boolean;
}>;


export type ThreadQuery = { readonly asset: { readonly id: string, readonly url: string | null, readonly title: string | null, readonly isClosed: boolean, readonly closedAt: string | null, readonly closedMessage: string | null, readonly totalCommentCount: number | null, readonly featured: number | null, readonly comments: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly replies: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly replies: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly replies: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> }, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> }, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> }, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null }> } | null, readonly settings: { readonly infoBoxEnable: boolean | null, readonly infoBoxContent: string | null, readonly questionBoxEnable: boolean | null, readonly questionBoxContent: string | null, readonly questionBoxIcon: string | null, readonly closedMessage: string | null, readonly disableCommenting: boolean | null, readonly disableCommentingMessage: string | null, readonly charCountEnable: boolean | null, readonly charCount: number | null, readonly editCommentWindowLength: number | null, readonly customCssUrl: string | null, readonly organizationName: string | null } } | null };

export type DiscussionFragment = { readonly id: string, readonly url: string | null, readonly title: string | null, readonly isClosed: boolean, readonly closedAt: string | null, readonly closedMessage: string | null, readonly totalCommentCount: number | null, readonly featured: number | null, readonly settings: { readonly infoBoxEnable: boolean | null, readonly infoBoxContent: string | null, readonly questionBoxEnable: boolean | null, readonly questionBoxContent: string | null, readonly questionBoxIcon: string | null, readonly closedMessage: string | null, readonly disableCommenting: boolean | null, readonly disableCommentingMessage: string | null, readonly charCountEnable: boolean | null, readonly charCount: number | null, readonly editCommentWindowLength: number | null, readonly customCssUrl: string | null, readonly organizationName: string | null } };

export type FindDiscussionQueryVariables = Exact<{
  id?: string | null | undefined;
  url?: string | null | undefined;
}>;


export type FindDiscussionQuery = { readonly asset: { readonly id: string } | null };

export type PostCommentMutationVariables = Exact<{
  input: CreateCommentInput;
}>;


export type PostCommentMutation = { readonly createComment: { readonly comment: { readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null } | null, readonly errors: ReadonlyArray<
      | { readonly translation_key: string, readonly message: string | null }
      | { readonly translation_key: string, readonly message: string | null }
    > | null } };

export type EditCommentMutationVariables = Exact<{
  id: string;
  asset_id: string;
  edit: EditCommentInput;
}>;


export type EditCommentMutation = { readonly editComment: { readonly comment: { readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null } | null, readonly errors: ReadonlyArray<
      | { readonly translation_key: string, readonly message: string | null }
      | { readonly translation_key: string, readonly message: string | null }
    > | null } };

export type PostFlagMutationVariables = Exact<{
  flag: CreateFlagInput;
}>;


export type PostFlagMutation = { readonly createFlag: { readonly flag: { readonly id: string } | null, readonly errors: ReadonlyArray<
      | { readonly translation_key: string, readonly message: string | null }
      | { readonly translation_key: string, readonly message: string | null }
    > | null } };

export type CreateDontAgreeMutationVariables = Exact<{
  dontagree: CreateDontAgreeInput;
}>;


export type CreateDontAgreeMutation = { readonly createDontAgree: { readonly dontagree: { readonly id: string } | null, readonly errors: ReadonlyArray<
      | { readonly translation_key: string, readonly message: string | null }
      | { readonly translation_key: string, readonly message: string | null }
    > | null } };

export type IgnoreUserMutationVariables = Exact<{
  id: string;
}>;


export type IgnoreUserMutation = { readonly ignoreUser: { readonly errors: ReadonlyArray<
      | { readonly translation_key: string, readonly message: string | null }
      | { readonly translation_key: string, readonly message: string | null }
    > | null } | null };

export type StopIgnoringUserMutationVariables = Exact<{
  id: string;
}>;


export type StopIgnoringUserMutation = { readonly stopIgnoringUser: { readonly errors: ReadonlyArray<
      | { readonly translation_key: string, readonly message: string | null }
      | { readonly translation_key: string, readonly message: string | null }
    > | null } | null };

export type DeleteOwnCommentMutationVariables = Exact<{
  id: string;
}>;


export type DeleteOwnCommentMutation = { readonly deleteOwnComment: { readonly comment: { readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null } | null, readonly errors: ReadonlyArray<
      | { readonly translation_key: string, readonly message: string | null }
      | { readonly translation_key: string, readonly message: string | null }
    > | null } };

export type OwnCommentQueryVariables = Exact<{
  id: string;
}>;


export type OwnCommentQuery = { readonly comment: { readonly id: string, readonly body: string | null, readonly created_at: string, readonly status: Comment_Status, readonly replyCount: number | null, readonly author_role: User_Roles | null, readonly parent: { readonly id: string } | null, readonly user: { readonly id: string, readonly username: string } | null, readonly tags: ReadonlyArray<{ readonly tag: { readonly name: string } }> | null, readonly editing: { readonly edited: boolean, readonly editableUntil: string | null } | null } | null };

/** The operation UserBanned. */
export const UserBanned: StoredDocument<UserBannedSubscription, UserBannedSubscriptionVariables> = 'sha256:d0c8a59fbffdd207e109a5b319ce13ce926946ab6b01adb450992fe831fb611e'

/** The operation UserSuspended. */
export const UserSuspended: StoredDocument<UserSuspendedSubscription, UserSuspendedSubscriptionVariables> = 'sha256:10995b02df358b28689ae8a9a821b10d80f78a46835df3ec8f37ab8bc263b648'

/** The operation UsernameRejected. */
export const UsernameRejected: StoredDocument<UsernameRejectedSubscription, UsernameRejectedSubscriptionVariables> = 'sha256:579e56c5e36158207d5f2bc9db33f3eff82f5f4ae0c76a96268d3b3da2b596d2'

/** The operation UsernameApproved. */
export const UsernameApproved: StoredDocument<UsernameApprovedSubscription, UsernameApprovedSubscriptionVariables> = 'sha256:ef0ce0800b6849b6d20a5f55970739ef26ad0cd91ea29ad4708d14a804d46109'

/** The operation SetUsername. */
export const SetUsername: StoredDocument<SetUsernameMutation, SetUsernameMutationVariables> = 'sha256:453ce17752fe746161ec675ad1aa87d9849333b9e9a64ef4ae550d6ba53889db'

/** The operation ChangeUsername. */
export const ChangeUsername: StoredDocument<ChangeUsernameMutation, ChangeUsernameMutationVariables> = 'sha256:85401ec302c854934754692c4b28f3adc9a6e89a595c59f8dc1be43998e37538'

/** The operation CommentAdded. */
export const CommentAdded: StoredDocument<CommentAddedSubscription, CommentAddedSubscriptionVariables> = 'sha256:b8020f36a8807623988d422bb10dd72d63ef01ef418cb76b65d1e0285bbc083c'

/** The operation CommentEdited. */
export const CommentEdited: StoredDocument<CommentEditedSubscription, CommentEditedSubscriptionVariables> = 'sha256:f5c047374a9d908b720cb79cdfa8d00f4c77c3ff293d4ac453dc4e24d3cba7c7'

/** The operation CommentAccepted. */
export const CommentAccepted: StoredDocument<CommentAcceptedSubscription, CommentAcceptedSubscriptionVariables> = 'sha256:2ad45ae01a2aebe7ce2b32f4a4c5a18c1a2dfe041c2268e0117eb551238ef299'

/** The operation CommentRemoved. */
export const CommentRemoved: StoredDocument<CommentRemovedSubscription, CommentRemovedSubscriptionVariables> = 'sha256:e17c3ccd284efe00a3919b3b0700900c563cb804383d7b72918a2aaec8e20289'

/** The operation AssetStatusChanged. */
export const AssetStatusChanged: StoredDocument<AssetStatusChangedSubscription, AssetStatusChangedSubscriptionVariables> = 'sha256:688f706c7257cb9ed38e0d526f5c22ad3704c4b278d0d30d37ca11fdb56434e9'

/** The operation Own. */
export const Own: StoredDocument<OwnQuery, OwnQueryVariables> = 'sha256:6a4e65b11ea6e7a30ce56c5e60a74b472a37fff429cee62ea673c721d3048ded'

/** The operation LiveTicket. */
export const LiveTicket: StoredDocument<LiveTicketQuery, LiveTicketQueryVariables> = 'sha256:774e08f1b913050f7d4d80ce2cf35dd417da83d56de1c8853ab1496c7deb198a'

/** The operation MoreComments. */
export const MoreComments: StoredDocument<MoreCommentsQuery, MoreCommentsQueryVariables> = 'sha256:2d2e4baa0324ed651584d4982d6aa6f146886fd105aef5698145e546a366b0e3'

/** The operation MoreReplies. */
export const MoreReplies: StoredDocument<MoreRepliesQuery, MoreRepliesQueryVariables> = 'sha256:590b761d6f245be7546bda3501562380288d6a8e147ed98ad8efd5b793aac54a'

/** The operation Permalink. */
export const Permalink: StoredDocument<PermalinkQuery, PermalinkQueryVariables> = 'sha256:160aa3d53101f230053c6be8e26adabf7791e3030d3d5767d824ca8942d793a4'

/** The operation NewerComments. */
export const NewerComments: StoredDocument<NewerCommentsQuery, NewerCommentsQueryVariables> = 'sha256:5809cd6d97eddfad77031acd14a031fae48e4e487153f3b00f78cda928665257'

/** The operation ShownComments. */
export const ShownComments: StoredDocument<ShownCommentsQuery, ShownCommentsQueryVariables> = 'sha256:cc74a868084939c584978f8bca108b44e3c2864041813019536568e5f04c0e9b'

/** The operation WholeComment. */
export const WholeComment: StoredDocument<WholeCommentQuery, WholeCommentQueryVariables> = 'sha256:c078fbcff9c4960d7039822f91fecef56f26e865867d0772b0aae88736239926'

/** The operation Thread. */
export const Thread: StoredDocument<ThreadQuery, ThreadQueryVariables> = 'sha256:b15d19018607c2c19168435c4a3655b77a8a5e1698994464aaf8172344200d1f'

/** The operation FindDiscussion. */
export const FindDiscussion: StoredDocument<FindDiscussionQuery, FindDiscussionQueryVariables> = 'sha256:710c26a3d8eb7218f6414d75998cad1958d31debd66b0fa347359c14d41ed842'

/** The operation PostComment. */
export const PostComment: StoredDocument<PostCommentMutation, PostCommentMutationVariables> = 'sha256:78db96a590e2b28df1650441c440e6115c8266cbc9f60f36efdd5d558c36784b'

/** The operation EditComment. */
export const EditComment: StoredDocument<EditCommentMutation, EditCommentMutationVariables> = 'sha256:95b514ccdc8118e1a8a7bcc14b93607592b7ea40d2bb9a3da3c6ec612ed5f219'

/** The operation PostFlag. */
export const PostFlag: StoredDocument<PostFlagMutation, PostFlagMutationVariables> = 'sha256:e530042fecc0dd6487e22af866ad35f05e0c792850a028a067edb5deaf5e4280'

/** The operation CreateDontAgree. */
export const CreateDontAgree: StoredDocument<CreateDontAgreeMutation, CreateDontAgreeMutationVariables> = 'sha256:fce04bc7aa23eae2c386d31a5b9b15ee552859620ce6a7077bc1c286d1cbe495'

/** The operation IgnoreUser. */
export const IgnoreUser: StoredDocument<IgnoreUserMutation, IgnoreUserMutationVariables> = 'sha256:c443b0ad1e0d1cfead8cb1ab87c40e032a828e0ebfa7489aa54057271112cfa2'

/** The operation StopIgnoringUser. */
export const StopIgnoringUser: StoredDocument<StopIgnoringUserMutation, StopIgnoringUserMutationVariables> = 'sha256:902d6d207ff24e5ea462c20235f5eafdd2a363d4d65ae1bfb78cd68cd8b5faea'

/** The operation DeleteOwnComment. */
export const DeleteOwnComment: StoredDocument<DeleteOwnCommentMutation, DeleteOwnCommentMutationVariables> = 'sha256:e92d4de10036c86bd572f35103fc4d6c5751cdb45a1ce9d625cf65851e606741'

/** The operation OwnComment. */
export const OwnComment: StoredDocument<OwnCommentQuery, OwnCommentQueryVariables> = 'sha256:7c2d89e959c697b3d0bdde27941435d1c0e1dafd1969d0081a58ebb5f3f44f11'
