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
  'sha256:5f07e1f0308a3245e23a408c1981d884084bb6e05dd611f9592669541eef0883':
    'query MoreComments($id:ID!$query:CommentsQuery!$deep:Boolean!){asset(id:$id){id comments(query:$query deep:$deep){...Page nodes{...Branch}}}}fragment Branch on Comment{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields}}}}}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username role}tags{tag{name}}editing{edited editableUntil}}fragment Page on CommentConnection{hasNextPage endCursor}',
  'sha256:0df2714952558e9dba850db701a8d601438723f82eef8f784043dfade21e8e98':
    'query MoreReplies($id:ID!$query:RepliesQuery!){comment(id:$id){id replies(query:$query){...Page nodes{...Branch}}}}fragment Branch on Comment{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields}}}}}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username role}tags{tag{name}}editing{edited editableUntil}}fragment Page on CommentConnection{hasNextPage endCursor}',
  'sha256:76ac8f0392267d39b7c083b0f68517ad17d02970ca8fcc81886b50c7cbe971d5':
    'query Permalink($asset:ID!$id:ID!){asset(id:$asset){comment(id:$id){...Branch parent{...CommentFields parent{...CommentFields parent{...CommentFields}}}}}}fragment Branch on Comment{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields}}}}}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username role}tags{tag{name}}editing{edited editableUntil}}fragment Page on CommentConnection{hasNextPage endCursor}',
  'sha256:d90e551034a4ac4a39b3fbf2a0f2f7b30230be865b7fb2f034b2c73066c28e9e':
    'query NewerComments($query:CommentsQuery!$id:ID!){asset(id:$id){id totalCommentCount isClosed}comments(query:$query){...Page nodes{...CommentFields}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username role}tags{tag{name}}editing{edited editableUntil}}fragment Page on CommentConnection{hasNextPage endCursor}',
  'sha256:3b0a7663ab1c2d8854b3bbdf93b61097367c4c859a33c2aa50a534ca0df41c3f':
    'query WholeComment($id:ID!){comment(id:$id){...CommentFields}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username role}tags{tag{name}}editing{edited editableUntil}}',
  'sha256:f83c68d8cd193adc7a29a300752eef3fe4df3202c8c556a0a84080cacf059cb0':
    'query Thread($id:ID!$query:CommentsQuery!$deep:Boolean!){asset(id:$id){...Discussion comments(query:$query deep:$deep){...Page nodes{...Branch}}}}fragment Branch on Comment{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields replies(query:{limit:3}){...Page nodes{...CommentFields}}}}}}}fragment CommentFields on Comment{id body created_at status replyCount parent{id}user{id username role}tags{tag{name}}editing{edited editableUntil}}fragment Discussion on Asset{id url title isClosed closedAt closedMessage totalCommentCount featured:totalCommentCount(tags:["FEATURED"])settings{infoBoxEnable infoBoxContent questionBoxEnable questionBoxContent questionBoxIcon closedMessage disableCommenting disableCommentingMessage charCountEnable charCount editCommentWindowLength customCssUrl organizationName}}fragment Page on CommentConnection{hasNextPage endCursor}',
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
