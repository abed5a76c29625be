// Generated from the schema of the core by `pnpm run docs`.

// biome-ignore format: one name a line would make a thousand lines.
/**
 * Type of the core → the names of its fields, for which hooks can be written; of an interface it is `__resolveType`.
 *
 * @example
 * const field: CoreFields['RootMutation'] = 'createComment'
 */
export interface CoreFields {
  readonly Action:
    | '__resolveType'
  readonly ActionSummary:
    | '__resolveType'
  readonly AlwaysPremodStatus:
    | 'history' | 'status'
  readonly AlwaysPremodStatusHistory:
    | 'assigned_by' | 'created_at' | 'status'
  readonly AlwaysPremodUserResponse:
    | 'errors'
  readonly Asset:
    | 'action_summaries' | 'author' | 'closedAt' | 'closedMessage' | 'comment' | 'commentCount' | 'comments'
    | 'created_at' | 'description' | 'id' | 'image' | 'isClosed' | 'own_settings' | 'section' | 'settings'
    | 'status_history' | 'tags' | 'title' | 'totalCommentCount' | 'url'
  readonly AssetActionSummary:
    | '__resolveType'
  readonly AssetConnection:
    | 'endCursor' | 'hasNextPage' | 'nodes' | 'startCursor'
  readonly AssetStatusHistory:
    | 'assigned_by' | 'closedAt' | 'created_at'
  readonly AttachLocalAuthResponse:
    | 'errors'
  readonly BanUsersResponse:
    | 'errors'
  readonly BannedStatus:
    | 'history' | 'status'
  readonly BannedStatusHistory:
    | 'assigned_by' | 'created_at' | 'message' | 'status'
  readonly BulkRejection:
    | 'assigned_by' | 'created_at' | 'id' | 'rejected' | 'restored' | 'since' | 'state'
  readonly CancelAccountDeletionResponse:
    | 'errors'
  readonly CancelDeletionResponse:
    | 'errors'
  readonly ChangeEmailResponse:
    | 'errors'
  readonly ChangePasswordResponse:
    | 'errors' | 'token'
  readonly ChangeUsernameResponse:
    | 'errors'
  readonly CloseAssetResponse:
    | 'errors'
  readonly Comment:
    | 'action_summaries' | 'actions' | 'asset' | 'author_role' | 'body' | 'body_history' | 'created_at' | 'deleted_at'
    | 'editing' | 'hasParent' | 'id' | 'moderation' | 'parent' | 'rejection_reason' | 'replies' | 'replyCount'
    | 'revision' | 'status' | 'status_history' | 'tags' | 'updated_at' | 'url' | 'user'
  readonly CommentBodyHistory:
    | 'body' | 'created_at'
  readonly CommentChangedUserError:
    | 'comment' | 'message' | 'translation_key'
  readonly CommentConnection:
    | 'endCursor' | 'hasNextPage' | 'nodes' | 'startCursor'
  readonly CommentModeration:
    | 'author' | 'tags' | 'words'
  readonly CommentStatistics:
    | 'comments' | 'decided' | 'held' | 'rejected' | 'secondsToDecision'
  readonly CommentStatusHistory:
    | 'assigned_by' | 'created_at' | 'phase' | 'reason' | 'type'
  readonly ConfigurationVariable:
    | 'meaning' | 'name' | 'source' | 'topic' | 'value'
  readonly ConnectionTest:
    | 'message' | 'works'
  readonly CreateCommentResponse:
    | 'actions' | 'comment' | 'errors'
  readonly CreateDontAgreeResponse:
    | 'dontagree' | 'errors'
  readonly CreateFlagResponse:
    | 'errors' | 'flag'
  readonly CreateTokenResponse:
    | 'errors' | 'token'
  readonly CreateUserNoteResponse:
    | 'errors' | 'note'
  readonly DayStatistics:
    | 'counts' | 'day'
  readonly DefaultAction:
    | 'created_at' | 'id' | 'updated_at' | 'user'
  readonly DefaultActionSummary:
    | 'count' | 'current_user'
  readonly DefaultAssetActionSummary:
    | 'actionCount' | 'actionableItemCount'
  readonly DefaultUserProfile:
    | 'id' | 'provider'
  readonly DelUserResponse:
    | 'errors'
  readonly DeleteActionResponse:
    | 'errors'
  readonly DeleteOwnCommentResponse:
    | 'comment' | 'errors'
  readonly DeleteUserNoteResponse:
    | 'errors'
  readonly DiscussionStatistics:
    | 'asset' | 'counts'
  readonly Domains:
    | 'whitelist'
  readonly DontAgreeAction:
    | 'created_at' | 'id' | 'message' | 'updated_at' | 'user'
  readonly DontAgreeActionSummary:
    | 'count' | 'current_user'
  readonly DownloadUserResponse:
    | 'archiveURL' | 'errors'
  readonly EditCommentResponse:
    | 'comment' | 'errors'
  readonly EditInfo:
    | 'editableUntil' | 'edited' | 'editedAt'
  readonly EndSessionsResponse:
    | 'errors'
  readonly FlagAction:
    | 'created_at' | 'id' | 'message' | 'reason' | 'updated_at' | 'user'
  readonly FlagActionSummary:
    | 'count' | 'current_user' | 'reason'
  readonly FlagAssetActionSummary:
    | 'actionCount' | 'actionableItemCount'
  readonly ForceScrapeAssetResponse:
    | 'errors'
  readonly GenericUserError:
    | 'message' | 'translation_key'
  readonly IgnoreUserResponse:
    | 'errors'
  readonly Invitation:
    | 'created_at' | 'email' | 'expires_at' | 'id' | 'invited_by' | 'role'
  readonly InvitationConnection:
    | 'endCursor' | 'hasNextPage' | 'nodes' | 'startCursor'
  readonly InviteUserResponse:
    | 'errors' | 'invitation'
  readonly KarmaThreshold:
    | 'reliable' | 'unreliable'
  readonly KarmaThresholds:
    | 'comment' | 'flag'
  readonly ListedWord:
    | 'end' | 'list' | 'phrase' | 'start'
  readonly LocalUserProfile:
    | 'confirmedAt' | 'id' | 'provider'
  readonly MergeAssetsResponse:
    | 'errors'
  readonly MergePreview:
    | 'addresses' | 'comments' | 'from' | 'into' | 'visibleComments'
  readonly ModeratedAuthor:
    | 'alwaysPremod' | 'banned' | 'suspendedUntil'
  readonly ModeratorStatistics:
    | 'approved' | 'moderator' | 'other' | 'rejected' | 'secondsToDecision'
  readonly ModifyTagResponse:
    | 'errors'
  readonly PluginConfigValue:
    | 'hidden' | 'key' | 'source' | 'value'
  readonly PluginFailure:
    | 'at' | 'created_at' | 'hook' | 'message'
  readonly PluginInfo:
    | 'bootTime' | 'client' | 'config' | 'configSchema' | 'failureCount' | 'failures' | 'hooks' | 'name' | 'origin'
    | 'overrides' | 'reason' | 'server' | 'state' | 'version' | 'warnings'
  readonly PluginOverride:
    | 'over' | 'owner' | 'what'
  readonly PluginWarning:
    | 'code' | 'fix' | 'message' | 'plugins'
  readonly PublicProfile:
    | 'comments' | 'user'
  readonly RejectCommentsResponse:
    | 'bulkRejection' | 'errors'
  readonly Reliability:
    | 'commenter' | 'commenterKarma' | 'flagger' | 'flaggerKarma'
  readonly RemoveAlwaysPremodUserResponse:
    | 'errors'
  readonly RemoveAvatarResponse:
    | 'errors'
  readonly RequestAccountDeletionResponse:
    | 'errors' | 'scheduledDeletionDate'
  readonly RequestDeletionResponse:
    | 'deletionAt' | 'errors'
  readonly RequestDownloadLinkResponse:
    | 'errors'
  readonly ResendLocalAuthLinkResponse:
    | 'errors'
  readonly Response:
    | '__resolveType'
  readonly RestoreSettingsResponse:
    | 'errors'
  readonly RevokeInvitationResponse:
    | 'errors'
  readonly RevokeTokenResponse:
    | 'errors'
  readonly RootMutation:
    | 'addTag' | 'alwaysPremodUser' | 'approveUsername' | 'attachLocalAuth' | 'banUser' | 'cancelAccountDeletion'
    | 'cancelDeletion' | 'changeEmail' | 'changePassword' | 'changeUsername' | 'closeAsset' | 'createComment'
    | 'createDontAgree' | 'createFlag' | 'createToken' | 'createUserNote' | 'delUser' | 'deleteAction'
    | 'deleteOwnComment' | 'deleteUserNote' | 'downloadUser' | 'editComment' | 'endSessions' | 'forceScrapeAsset'
    | 'ignoreUser' | 'inviteUser' | 'mergeAssets' | 'rejectCommentsOf' | 'rejectUsername' | 'removeAlwaysPremodUser'
    | 'removeAvatar' | 'removeTag' | 'requestAccountDeletion' | 'requestDeletion' | 'requestDownloadLink'
    | 'resendLocalAuthLink' | 'restoreSettings' | 'revokeInvitation' | 'revokeToken' | 'setCommentStatus'
    | 'setUserRole' | 'setUsername' | 'signOutEverywhere' | 'stopIgnoringUser' | 'suspendUser'
    | 'takeBackBulkRejection' | 'takeBackDecision' | 'testCaptcha' | 'testMail' | 'testProvider' | 'unbanUser'
    | 'unsuspendUser' | 'updateAsset' | 'updateAssetSettings' | 'updateAssetStatus' | 'updateSettings'
  readonly RootQuery:
    | 'asset' | 'assets' | 'bulkRejection' | 'comment' | 'commentCount' | 'commentCounts' | 'comments'
    | 'commentsById' | 'configuration' | 'invitations' | 'liveTicket' | 'me' | 'mergePreview' | 'plugins'
    | 'publicProfile' | 'settings' | 'settingsHistory' | 'signInProviders' | 'statistics' | 'testWordlist'
    | 'unreadComments' | 'user' | 'userCount' | 'userNotes' | 'users'
  readonly SetCommentStatusResponse:
    | 'errors'
  readonly SetUserRoleResponse:
    | 'errors'
  readonly SetUsernameResponse:
    | 'errors'
  readonly SetUsernameStatusResponse:
    | 'errors'
  readonly SettingChange:
    | 'added' | 'addedCount' | 'after' | 'before' | 'hidden' | 'name' | 'removed' | 'removedCount'
  readonly Settings:
    | 'autoCloseStream' | 'banMessage' | 'charCount' | 'charCountEnable' | 'closedMessage' | 'closedMessageMarkup'
    | 'closedTimeout' | 'commentsPerMinute' | 'customAdminCssUrl' | 'customCssUrl' | 'disableCommenting'
    | 'disableCommentingMessage' | 'disableCommentingMessageMarkup' | 'domains' | 'editCommentWindowLength'
    | 'infoBoxContent' | 'infoBoxEnable' | 'karmaThresholds' | 'moderation' | 'organizationContactEmail'
    | 'organizationName' | 'premodLinksEnable' | 'premodRepeatedEnable' | 'questionBoxContent' | 'questionBoxEnable'
    | 'questionBoxIcon' | 'questionBoxMarkup' | 'rejectionReasons' | 'requireEmailConfirmation' | 'suspensionMessage'
    | 'usernameRejectionReasons' | 'wordlist'
  readonly SettingsChange:
    | 'changes' | 'created_at' | 'id' | 'user'
  readonly SettingsChangeConnection:
    | 'endCursor' | 'hasNextPage' | 'nodes' | 'startCursor'
  readonly SignInProvider:
    | 'callback' | 'name' | 'plugin' | 'testable'
  readonly SignOutEverywhereResponse:
    | 'errors'
  readonly Statistics:
    | 'busiest' | 'days' | 'moderators' | 'total'
  readonly StopIgnoringUserResponse:
    | 'errors'
  readonly Subscription:
    | 'assetStatusChanged' | 'avatarRemoved' | 'commentAccepted' | 'commentAdded' | 'commentEdited' | 'commentFlagged'
    | 'commentRejected' | 'commentRemoved' | 'commentReset' | 'commentRestored' | 'settingsUpdated' | 'userBanned'
    | 'userCreated' | 'userSuspended' | 'userUnsuspended' | 'usernameApproved' | 'usernameChanged' | 'usernameFlagged'
    | 'usernameRejected'
  readonly SuspendUserResponse:
    | 'errors'
  readonly SuspensionStatus:
    | 'history' | 'until'
  readonly SuspensionStatusHistory:
    | 'assigned_by' | 'created_at' | 'message' | 'until'
  readonly Tag:
    | 'created_at' | 'name'
  readonly TagLink:
    | 'assigned_by' | 'created_at' | 'tag'
  readonly TakeBackBulkRejectionResponse:
    | 'bulkRejection' | 'errors'
  readonly TakeBackDecisionResponse:
    | 'errors'
  readonly TestConnectionResponse:
    | 'errors' | 'result'
  readonly Token:
    | 'active' | 'id' | 'jwt' | 'name'
  readonly UnbanUserResponse:
    | 'errors'
  readonly UnreadComments:
    | 'count' | 'oldest'
  readonly UnsuspendUserResponse:
    | 'errors'
  readonly UpdateAssetResponse:
    | 'asset' | 'errors'
  readonly UpdateAssetSettingsResponse:
    | 'errors'
  readonly UpdateAssetStatusResponse:
    | 'errors'
  readonly UpdateSettingsResponse:
    | 'errors'
  readonly User:
    | 'action_summaries' | 'actions' | 'avatar' | 'bulkRejections' | 'canAttachLocalAuth' | 'comments' | 'created_at'
    | 'deletionAt' | 'email' | 'id' | 'ignoredUsers' | 'isInvited' | 'lastAccountDownload' | 'noteCount' | 'profiles'
    | 'reliable' | 'role' | 'roles' | 'scheduledDeletionDate' | 'state' | 'tags' | 'tokens' | 'username'
    | 'waitingEmail'
  readonly UserConnection:
    | 'endCursor' | 'hasNextPage' | 'nodes' | 'startCursor'
  readonly UserError:
    | '__resolveType'
  readonly UserNote:
    | 'author' | 'body' | 'created_at' | 'id'
  readonly UserNoteConnection:
    | 'endCursor' | 'hasNextPage' | 'nodes' | 'startCursor'
  readonly UserProfile:
    | '__resolveType'
  readonly UserState:
    | 'status'
  readonly UserStatus:
    | 'alwaysPremod' | 'banned' | 'suspension' | 'username'
  readonly UsernameChangedPayload:
    | 'previousUsername' | 'user'
  readonly UsernameStatus:
    | 'history' | 'status'
  readonly UsernameStatusHistory:
    | 'assigned_by' | 'created_at' | 'message' | 'status' | 'username'
  readonly ValidationUserError:
    | 'field_name' | 'message' | 'translation_key'
  readonly Wordlist:
    | 'banned' | 'suspect'
  readonly WordlistTest:
    | 'list' | 'words'
}
