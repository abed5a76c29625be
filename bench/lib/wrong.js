// Messages that are refused, and that are made to take a server as long as possible until then.

const many = (count, text) => Array.from({ length: count }, (_, i) => text(i)).join(' ')
/** An object with so many fields that no type has. */
const fields = count => Object.fromEntries(Array.from({ length: count }, (_, i) => [`A${i}`, 1]))
const LIST = 'query ($query: CommentsQuery!) { comments(query: $query) { nodes { id } } }'

/** Operations by HTTP. `NEW` in a comment makes a text that the server has not seen before. */
export const WRONG = [
  { query: LIST, variables: { query: fields(20_000) } },
  { query: LIST, variables: { query: { ...fields(60), asset_id: 'x'.repeat(250_000) } } },
  {
    query: 'query ($ids: [ID!]!) { commentsById(ids: $ids) { id } }',
    variables: { ids: Array.from({ length: 20_000 }, () => ({ a: 1 })) },
  },
  { query: `{ comments(query: { ${many(480, () => 'a: 1')} }) { nodes { id } } }` },
  { query: `{ comments { nodes { ${many(20, () => 'parent { parent { parent { id } } }')} } } }` },
  { query: `{ comments { nodes { ${many(200, () => '... { user { id } }')} } } }` },
  {
    query: `{ comments { ${many(100, i => `...f${i}`)} }
      } ${many(100, i => `fragment f${i} on CommentConnection { nodes { id body user { id } } }`)}`,
  },
].map(({ query, variables }) => ({ query: `${query} # NEW`, variables }))

/** What is subscribed to over the live endpoint. */
export const WRONG_SUBSCRIPTION = {
  query: 'subscription ($query: RepliesQuery) { commentAdded { replies(query: $query) { nodes { id } } } } # NEW',
  variables: { query: fields(5_500) },
}
