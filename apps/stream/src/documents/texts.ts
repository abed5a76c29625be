// Written by scripts/documents.js from the .graphql files beside it.

/** The text of each document, by its id. */
export const documentTexts: Readonly<Record<string, string>> = {
  'sha256:d0c8a59fbffdd207e109a5b319ce13ce926946ab6b01adb450992fe831fb611e':
    "subscription UserBanned($user:ID!){userBanned(user_id:$user){id}}",
  'sha256:10995b02df358b28689ae8a9a821b10d80f78a46835df3ec8f37ab8bc263b648':
    "subscription UserSuspended($user:ID!){userSuspended(user_id:$user){id}}",
  'sha256:579e56c5e36158207d5f2bc9db33f3eff82f5f4ae0c76a96268d3b3da2b596d2':
    "subscription UsernameRejected($user:ID!){usernameRejected(user_id:$user){id}}",
  'sha256:ef0ce0800b6849b6d20a5f55970739ef26ad0cd91ea29ad4708d14a804d46109':
    "subscription UsernameApproved($user:ID!){usernameApproved(user_id:$user){id}}",
  'sha256:453ce17752fe746161ec675ad1aa87d9849333b9e9a64ef4ae550d6ba53889db':
    "mutation SetUsername($id:ID!$username:String!){setUsername(id:$id username:$username){errors{translation_key message}}}",
  'sha256:85401ec302c854934754692c4b28f3adc9a6e89a595c59f8dc1be43998e37538':
    "mutation ChangeUsername($id:ID!$username:String!){changeUsername(id:$id username:$username){errors{translation_key message}}}",
  'sha256:b8020f36a8807623988d422bb10dd72d63ef01ef418cb76b65d1e0285bbc083c':
    "subscription CommentAdded($asset:ID!){commentAdded(asset_id:$asset){...CommentFields}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username}author_role tags{tag{name}}editing{edited editableUntil}}",
  'sha256:f5c047374a9d908b720cb79cdfa8d00f4c77c3ff293d4ac453dc4e24d3cba7c7':
    "subscription CommentEdited($asset:ID!){commentEdited(asset_id:$asset){...CommentFields}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username}author_role tags{tag{name}}editing{edited editableUntil}}",
  'sha256:2ad45ae01a2aebe7ce2b32f4a4c5a18c1a2dfe041c2268e0117eb551238ef299':
    "subscription CommentAccepted($asset:ID!){commentAccepted(asset_id:$asset){...CommentFields}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username}author_role tags{tag{name}}editing{edited editableUntil}}",
  'sha256:e17c3ccd284efe00a3919b3b0700900c563cb804383d7b72918a2aaec8e20289':
    "subscription CommentRemoved($asset:ID!){commentRemoved(asset_id:$asset)}",
  'sha256:688f706c7257cb9ed38e0d526f5c22ad3704c4b278d0d30d37ca11fdb56434e9':
    "subscription AssetStatusChanged($asset:ID!){assetStatusChanged(asset_id:$asset){id isClosed closedAt closedMessage}}",
  'sha256:6a4e65b11ea6e7a30ce56c5e60a74b472a37fff429cee62ea673c721d3048ded':
    "query Own($asset:ID!$comments:[ID!]!=[]){me{...Viewer held:comments(query:{asset_id:$asset statuses:[PREMOD SYSTEM_WITHHELD]sortOrder:ASC limit:20}){nodes{...CommentFields}}}commentsById(ids:$comments){id ...OwnCommentFields}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username}author_role tags{tag{name}}editing{edited editableUntil}}fragment OwnCommentFields on Comment{action_summaries{current_user{__typename id ...on FlagAction{reason}}}}fragment Viewer on User{id username role profiles{provider ...on LocalUserProfile{confirmedAt}}ignoredUsers{id}state{status{username{status}banned{status}suspension{until}}}}",
  'sha256:774e08f1b913050f7d4d80ce2cf35dd417da83d56de1c8853ab1496c7deb198a':
    "query LiveTicket{liveTicket}",
  'sha256:2d2e4baa0324ed651584d4982d6aa6f146886fd105aef5698145e546a366b0e3':
    "query MoreComments($id:ID!$query:CommentsQuery!$deep:Boolean!){asset(id:$id){id comments(query:$query deep:$deep){...Page nodes{...Branch}}}}fragment Branch on Comment{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields replies(query:{limit:2}){...Page nodes{...CommentFields replies(query:{limit:1}){...Page nodes{...CommentFields}}}}}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username}author_role tags{tag{name}}editing{edited editableUntil}}fragment Page on CommentConnection{hasNextPage endCursor}",
  'sha256:590b761d6f245be7546bda3501562380288d6a8e147ed98ad8efd5b793aac54a':
    "query MoreReplies($id:ID!$query:RepliesQuery!){comment(id:$id){id replies(query:$query){...Page nodes{...Branch}}}}fragment Branch on Comment{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields replies(query:{limit:2}){...Page nodes{...CommentFields replies(query:{limit:1}){...Page nodes{...CommentFields}}}}}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username}author_role tags{tag{name}}editing{edited editableUntil}}fragment Page on CommentConnection{hasNextPage endCursor}",
  'sha256:160aa3d53101f230053c6be8e26adabf7791e3030d3d5767d824ca8942d793a4':
    "query Permalink($asset:ID!$id:ID!$replies:RepliesQuery!){asset(id:$asset){...Discussion comment(id:$id){...CommentFields replies(query:$replies){...Page nodes{...ReplyBranch}}parent{...CommentFields parent{...CommentFields parent{...CommentFields parent{...CommentFields parent{...CommentFields}}}}}}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username}author_role tags{tag{name}}editing{edited editableUntil}}fragment Discussion on Asset{id url title isClosed closedAt closedMessage totalCommentCount featured:totalCommentCount(tags:[\"FEATURED\"])settings{infoBoxEnable infoBoxContent questionBoxEnable questionBoxContent questionBoxIcon closedMessage disableCommenting disableCommentingMessage charCountEnable charCount editCommentWindowLength customCssUrl organizationName}}fragment Page on CommentConnection{hasNextPage endCursor}fragment ReplyBranch on Comment{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields replies(query:{limit:2}){...Page nodes{...CommentFields}}}}}",
  'sha256:5809cd6d97eddfad77031acd14a031fae48e4e487153f3b00f78cda928665257':
    "query NewerComments($query:CommentsQuery!$id:ID!){asset(id:$id){id totalCommentCount isClosed}comments(query:$query){...Page nodes{...CommentFields}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username}author_role tags{tag{name}}editing{edited editableUntil}}fragment Page on CommentConnection{hasNextPage endCursor}",
  'sha256:cc74a868084939c584978f8bca108b44e3c2864041813019536568e5f04c0e9b':
    "query ShownComments($ids:[ID!]!){commentsById(ids:$ids){...CommentFields}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username}author_role tags{tag{name}}editing{edited editableUntil}}",
  'sha256:c078fbcff9c4960d7039822f91fecef56f26e865867d0772b0aae88736239926':
    "query WholeComment($id:ID!){comment(id:$id){...CommentFields}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username}author_role tags{tag{name}}editing{edited editableUntil}}",
  'sha256:b15d19018607c2c19168435c4a3655b77a8a5e1698994464aaf8172344200d1f':
    "query Thread($id:ID!$query:CommentsQuery!$deep:Boolean!){asset(id:$id){...Discussion comments(query:$query deep:$deep){...Page nodes{...Branch}}}}fragment Branch on Comment{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields replies(query:{limit:2}){...Page nodes{...CommentFields replies(query:{limit:1}){...Page nodes{...CommentFields}}}}}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username}author_role tags{tag{name}}editing{edited editableUntil}}fragment Discussion on Asset{id url title isClosed closedAt closedMessage totalCommentCount featured:totalCommentCount(tags:[\"FEATURED\"])settings{infoBoxEnable infoBoxContent questionBoxEnable questionBoxContent questionBoxIcon closedMessage disableCommenting disableCommentingMessage charCountEnable charCount editCommentWindowLength customCssUrl organizationName}}fragment Page on CommentConnection{hasNextPage endCursor}",
  'sha256:710c26a3d8eb7218f6414d75998cad1958d31debd66b0fa347359c14d41ed842':
    "query FindDiscussion($id:ID$url:String){asset(id:$id url:$url){id}}",
  'sha256:78db96a590e2b28df1650441c440e6115c8266cbc9f60f36efdd5d558c36784b':
    "mutation PostComment($input:CreateCommentInput!){createComment(input:$input){comment{...CommentFields}errors{translation_key message}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username}author_role tags{tag{name}}editing{edited editableUntil}}",
  'sha256:95b514ccdc8118e1a8a7bcc14b93607592b7ea40d2bb9a3da3c6ec612ed5f219':
    "mutation EditComment($id:ID!$asset_id:ID!$edit:EditCommentInput!){editComment(id:$id asset_id:$asset_id edit:$edit){comment{...CommentFields}errors{translation_key message}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username}author_role tags{tag{name}}editing{edited editableUntil}}",
  'sha256:e530042fecc0dd6487e22af866ad35f05e0c792850a028a067edb5deaf5e4280':
    "mutation PostFlag($flag:CreateFlagInput!){createFlag(flag:$flag){flag{id}errors{translation_key message}}}",
  'sha256:fce04bc7aa23eae2c386d31a5b9b15ee552859620ce6a7077bc1c286d1cbe495':
    "mutation CreateDontAgree($dontagree:CreateDontAgreeInput!){createDontAgree(dontagree:$dontagree){dontagree{id}errors{translation_key message}}}",
  'sha256:c443b0ad1e0d1cfead8cb1ab87c40e032a828e0ebfa7489aa54057271112cfa2':
    "mutation IgnoreUser($id:ID!){ignoreUser(id:$id){errors{translation_key message}}}",
  'sha256:902d6d207ff24e5ea462c20235f5eafdd2a363d4d65ae1bfb78cd68cd8b5faea':
    "mutation StopIgnoringUser($id:ID!){stopIgnoringUser(id:$id){errors{translation_key message}}}",
  'sha256:e92d4de10036c86bd572f35103fc4d6c5751cdb45a1ce9d625cf65851e606741':
    "mutation DeleteOwnComment($id:ID!){deleteOwnComment(id:$id){comment{...CommentFields}errors{translation_key message}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username}author_role tags{tag{name}}editing{edited editableUntil}}",
  'sha256:7c2d89e959c697b3d0bdde27941435d1c0e1dafd1969d0081a58ebb5f3f44f11':
    "query OwnComment($id:ID!){comment(id:$id){...CommentFields}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username}author_role tags{tag{name}}editing{edited editableUntil}}",
}
