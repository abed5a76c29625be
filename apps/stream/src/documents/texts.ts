// Written by scripts/documents.js from the .graphql files beside it.

/** The text of each document, by its id. */
export const documentTexts: Readonly<Record<string, string>> = {
  'sha256:098c5623172d0e29e73cf9438d654b615d887e7baf88102c249e6f235311b491':
    'subscription CommentAdded($asset:ID!){commentAdded(asset_id:$asset){...CommentFields}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username role}tags{tag{name}}editing{edited editableUntil}}',
  'sha256:15b624eaca122637a30c4e43e87856f410e0d5dbb125d42166ecad9c05af1c59':
    'subscription CommentEdited($asset:ID!){commentEdited(asset_id:$asset){...CommentFields}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username role}tags{tag{name}}editing{edited editableUntil}}',
  'sha256:688f706c7257cb9ed38e0d526f5c22ad3704c4b278d0d30d37ca11fdb56434e9':
    'subscription AssetStatusChanged($asset:ID!){assetStatusChanged(asset_id:$asset){id isClosed closedAt closedMessage}}',
  'sha256:e85e0cf6f50b56c92b0ef31cd9f4acb3a9d68e0ef5db3ead4445d10b1ca643e0':
    'query Own{me{...Viewer}}fragment Viewer on User{id username role ignoredUsers{id}state{status{username{status}banned{status}suspension{until}}}}',
  'sha256:ccfcb15f36a5f72082c68097410b657e1e637f717a4e45bf0a9584f66ebedd2b':
    'query MoreComments($id:ID!$query:CommentsQuery!$deep:Boolean!){asset(id:$id){id comments(query:$query deep:$deep){...Page nodes{...Branch}}}}fragment Branch on Comment{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields replies(query:{limit:2}){...Page nodes{...CommentFields replies(query:{limit:1}){...Page nodes{...CommentFields}}}}}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username role}tags{tag{name}}editing{edited editableUntil}}fragment Page on CommentConnection{hasNextPage endCursor}',
  'sha256:27475068d9615be3c0049a87e2dfd89710a95d16c0cc189efef988302f71d6e6':
    'query MoreReplies($id:ID!$query:RepliesQuery!){comment(id:$id){id replies(query:$query){...Page nodes{...Branch}}}}fragment Branch on Comment{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields replies(query:{limit:2}){...Page nodes{...CommentFields replies(query:{limit:1}){...Page nodes{...CommentFields}}}}}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username role}tags{tag{name}}editing{edited editableUntil}}fragment Page on CommentConnection{hasNextPage endCursor}',
  'sha256:05c90288ac3953000bc7511a9aa894051203efd895abb7b532001167b6a7a1c4':
    'query Permalink($asset:ID!$id:ID!$replies:RepliesQuery!){asset(id:$asset){...Discussion comment(id:$id){...CommentFields replies(query:$replies){...Page nodes{...Branch}}parent{...CommentFields parent{...CommentFields parent{...CommentFields}}}}}}fragment Branch on Comment{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields replies(query:{limit:2}){...Page nodes{...CommentFields replies(query:{limit:1}){...Page nodes{...CommentFields}}}}}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username role}tags{tag{name}}editing{edited editableUntil}}fragment Discussion on Asset{id url title isClosed closedAt closedMessage totalCommentCount featured:totalCommentCount(tags:["FEATURED"])settings{infoBoxEnable infoBoxContent questionBoxEnable questionBoxContent questionBoxIcon closedMessage disableCommenting disableCommentingMessage charCountEnable charCount editCommentWindowLength customCssUrl organizationName}}fragment Page on CommentConnection{hasNextPage endCursor}',
  'sha256:d90e551034a4ac4a39b3fbf2a0f2f7b30230be865b7fb2f034b2c73066c28e9e':
    'query NewerComments($query:CommentsQuery!$id:ID!){asset(id:$id){id totalCommentCount isClosed}comments(query:$query){...Page nodes{...CommentFields}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username role}tags{tag{name}}editing{edited editableUntil}}fragment Page on CommentConnection{hasNextPage endCursor}',
  'sha256:3b0a7663ab1c2d8854b3bbdf93b61097367c4c859a33c2aa50a534ca0df41c3f':
    'query WholeComment($id:ID!){comment(id:$id){...CommentFields}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username role}tags{tag{name}}editing{edited editableUntil}}',
  'sha256:2b27b6dd42412849d270644755adef5805534a752057f099e2524add8abb1b58':
    'query Thread($id:ID!$query:CommentsQuery!$deep:Boolean!){asset(id:$id){...Discussion comments(query:$query deep:$deep){...Page nodes{...Branch}}}}fragment Branch on Comment{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields replies(query:{limit:2}){...Page nodes{...CommentFields replies(query:{limit:1}){...Page nodes{...CommentFields}}}}}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username role}tags{tag{name}}editing{edited editableUntil}}fragment Discussion on Asset{id url title isClosed closedAt closedMessage totalCommentCount featured:totalCommentCount(tags:["FEATURED"])settings{infoBoxEnable infoBoxContent questionBoxEnable questionBoxContent questionBoxIcon closedMessage disableCommenting disableCommentingMessage charCountEnable charCount editCommentWindowLength customCssUrl organizationName}}fragment Page on CommentConnection{hasNextPage endCursor}',
  'sha256:710c26a3d8eb7218f6414d75998cad1958d31debd66b0fa347359c14d41ed842':
    'query FindDiscussion($id:ID$url:String){asset(id:$id url:$url){id}}',
  'sha256:887dfb826b04cfefa9f416359c085a4c102e3e007924824cd666d2ee0987b505':
    'mutation PostComment($input:CreateCommentInput!){createComment(input:$input){comment{...CommentFields}errors{translation_key message}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username role}tags{tag{name}}editing{edited editableUntil}}',
  'sha256:d8674a132d85ab198a6f2a638906118247444e91f1aa0b188ce432b31fae1f4d':
    'mutation EditComment($id:ID!$asset_id:ID!$edit:EditCommentInput!){editComment(id:$id asset_id:$asset_id edit:$edit){comment{...CommentFields}errors{translation_key message}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username role}tags{tag{name}}editing{edited editableUntil}}',
  'sha256:e530042fecc0dd6487e22af866ad35f05e0c792850a028a067edb5deaf5e4280':
    'mutation PostFlag($flag:CreateFlagInput!){createFlag(flag:$flag){flag{id}errors{translation_key message}}}',
  'sha256:fce04bc7aa23eae2c386d31a5b9b15ee552859620ce6a7077bc1c286d1cbe495':
    'mutation CreateDontAgree($dontagree:CreateDontAgreeInput!){createDontAgree(dontagree:$dontagree){dontagree{id}errors{translation_key message}}}',
  'sha256:c443b0ad1e0d1cfead8cb1ab87c40e032a828e0ebfa7489aa54057271112cfa2':
    'mutation IgnoreUser($id:ID!){ignoreUser(id:$id){errors{translation_key message}}}',
}
