const REFUSAL = '{ errors { translation_key message } }'
const REJECT = `setCommentStatus(id: $comment, status: REJECTED) ${REFUSAL}`

const tag = (field: 'addTag' | 'removeTag') => ({
  document: `mutation ($id: ID!, $name: String!) {
    ${field}(tag: { name: $name, id: $id, item_type: COMMENTS }) ${REFUSAL}
  }`,
})
const aboutAuthor = (field: string) => ({ document: `mutation ($id: ID!) { ${field}(input: { id: $id }) ${REFUSAL} }` })

const BAN = `banUser(input: { id: $id, message: $message }) ${REFUSAL}`
const SUSPEND = `suspendUser(input: { id: $id, message: $message, until: $until }) ${REFUSAL}`

/** What moderators decide. Those with Reject reject the comment, too, and are run without script. */
export const mutations = {
  approve: { document: `mutation ($id: ID!) { setCommentStatus(id: $id, status: ACCEPTED) ${REFUSAL} }` },
  reject: {
    document: `mutation ($id: ID!, $reason: String) {
      setCommentStatus(id: $id, status: REJECTED, reason: $reason) ${REFUSAL}
    }`,
  },
  takeBack: { document: `mutation ($id: ID!) { takeBackDecision(id: $id, status: REJECTED) ${REFUSAL} }` },
  addTag: tag('addTag'),
  removeTag: tag('removeTag'),
  ban: { document: `mutation ($id: ID!, $message: String!) { ${BAN} }` },
  banAndReject: { document: `mutation ($id: ID!, $message: String!, $comment: ID!) { ${BAN} ${REJECT} }` },
  suspend: { document: `mutation ($id: ID!, $message: String!, $until: Date!) { ${SUSPEND} }` },
  suspendAndReject: {
    document: `mutation ($id: ID!, $message: String!, $until: Date!, $comment: ID!) { ${SUSPEND} ${REJECT} }`,
  },
  unban: aboutAuthor('unbanUser'),
  unsuspend: aboutAuthor('unsuspendUser'),
  premoderate: aboutAuthor('alwaysPremodUser'),
  removePicture: { document: `mutation ($id: ID!) { removeAvatar(id: $id) ${REFUSAL} }` },
  stopPremoderating: aboutAuthor('removeAlwaysPremodUser'),
}

/** Asks for the texts of the site about decisions, which most readers may not see. */
export const queries = {
  texts: {
    document: 'query ($id: ID!) { asset(id: $id) { settings { rejectionReasons banMessage suspensionMessage } } }',
  },
}
