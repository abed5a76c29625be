import { loadConfig } from '@platform/config'
import { OVERLAP } from '@platform/stream'
import { CloseCode, GRAPHQL_TRANSPORT_WS_PROTOCOL, MessageType } from 'graphql-ws'
import { LIVE_PATH } from '../../contract/live-path.ts'
import { LIMITS as TIMES } from '../../features/limits/service.ts'
import { LIMITS } from '../../graphql/limits.ts'
import { mostLiveText } from '../../http/connections.ts'
import { DEADLINES } from '../../http/deadlines.ts'
import { REASONS } from '../../live/admission.ts'
import { CLOSE, MOST_MESSAGES } from '../../live/connection.ts'
import { CLOSE_DEADLINE, LONGEST_MESSAGE, MOST_PINGS } from '../../live/endpoint.ts'
import { MOST_MISSED } from '../../live/groups.ts'
import { LONGEST_ID } from '../../live/inspect-message.ts'
import { MOST_WAITING } from '../../live/member.ts'
import { MOST_UNREAD, MOST_UNREAD_TOGETHER } from '../../live/outgoing.ts'
import { INIT_DEADLINE, MOST_SUBSCRIPTIONS } from '../../live/protocol.ts'
import { MOST_REMEMBERED, REMEMBERED } from '../../pubsub/channels.ts'

type From = 'client' | 'server' | 'both'

/** Every message of the protocol; the compiler misses a row for a new one. */
const MESSAGES: Readonly<Record<MessageType, readonly [from: From, form: string, meaning: string]>> = {
  [MessageType.ConnectionInit]: [
    'client',
    '`{"type":"connection_init","payload":{"token":…}}`',
    `The first message, within ${INIT_DEADLINE / 1_000} s. The payload may be left out. \`token\` is a session ` +
      `or personal token; ` +
      `\`ticket\` is what \`liveTicket\` answered, good once and within a minute, ${TIMES.liveTicket.most} a ` +
      `minute for each user. ` +
      'Without both, `?access_token=` in the address, a header `Authorization` or the cookie of a page of the ' +
      'platform itself says who the caller is.',
  ],
  [MessageType.ConnectionAck]: ['server', '`{"type":"connection_ack"}`', 'The caller is let in.'],
  [MessageType.Ping]: [
    'both',
    '`{"type":"ping"}`',
    'Either side sends it at any time; the server does after the acknowledgement, at each `PLATFORM_KEEP_ALIVE`, ' +
      'beside a ping frame that must be answered before the next one.',
  ],
  [MessageType.Pong]: [
    'both',
    '`{"type":"pong","payload":{"cursor":"…","resumed":true}}`',
    'The answer to a ping. That of the server comes when every subscription before the ping has started or was ' +
      'refused. ' +
      'If some have started since the last pong, the payload says from which cursor on they receive events, and ' +
      'whether ' +
      'all of them were resumed; otherwise it is that of the ping.',
  ],
  [MessageType.Subscribe]: [
    'client',
    '`{"id":"1","type":"subscribe","payload":{"query":"…","variables":{},"extensions":{}}}`',
    'Asks for events. The operation is a subscription with one root field. `extensions.documentId` names a ' +
      'document that ' +
      'the server keeps, in place of `query`; `extensions.cursor` is where to go on.',
  ],
  [MessageType.Next]: [
    'server',
    '`{"id":"1","type":"next","payload":{"data":{},"extensions":{"cursor":"…"}}}`',
    'The result of an event, in the order of events. The cursor names the event.',
  ],
  [MessageType.Error]: [
    'server',
    '`{"id":"1","type":"error","payload":[{"message":"…","extensions":{"code":"…"}}]}`',
    'The subscription is refused. The connection and its other subscriptions go on.',
  ],
  [MessageType.Complete]: [
    'both',
    '`{"id":"1","type":"complete"}`',
    'The client ends a subscription. The server sends it only when it ends one by itself.',
  ],
}

/** The codes with which the server closes a connection; the compiler misses a row for a new one of ours. */
const CODES: Readonly<Record<(typeof CLOSE)[keyof typeof CLOSE] | SentCode | 1009, string>> = {
  [CLOSE.goingAway]: 'the server is stopping; reconnect in a moment, with the cursors',
  [CLOSE.policy]: 'too many messages, or one that was not complete in time',
  1009: 'a message is too long',
  [CLOSE.missed]:
    'the client missed events, or may have: it reads too slowly, its events wait too long, this server did not hear ' +
    'the others, a store did not answer, or its plugins were loaded anew; or a store does not answer who the caller ' +
    'is. Reconnect with the cursors, and read what is newer by a query unless the pong says `resumed`',
  [CloseCode.BadRequest]: 'a message that is not one of the protocol; the reason says what is wrong',
  [CloseCode.Unauthorized]: 'a subscription came before the acknowledgement',
  [CLOSE.forbidden]: 'the caller may not connect, or the session has ended; ask who the caller is',
  [CLOSE.unsupportedProtocol]: `the client does not offer \`${GRAPHQL_TRANSPORT_WS_PROTOCOL}\``,
  [CloseCode.ConnectionInitialisationTimeout]: 'no `connection_init` came in time',
  [CloseCode.SubscriberAlreadyExists]: 'two subscriptions have the same id',
  [CloseCode.TooManyInitialisationRequests]: 'a second `connection_init`',
  [CloseCode.InternalServerError]: 'a failure of the server, which its log describes',
}

/** The codes of the protocol that a server sends, beside those of {@link CLOSE}. */
type SentCode =
  | CloseCode.BadRequest
  | CloseCode.Unauthorized
  | CloseCode.ConnectionInitialisationTimeout
  | CloseCode.SubscriberAlreadyExists
  | CloseCode.TooManyInitialisationRequests
  | CloseCode.InternalServerError

/** What a handshake is refused for, by status. */
const STATUSES: Readonly<Record<string, string>> = {
  403: 'the page is of a site that is not permitted',
  404: 'another path',
  421: 'in production, a host that is not the one of the platform',
  429: 'the address has the most connections; `Retry-After` says when to try again',
  500: 'a failure of the server, which its log describes',
  503: 'the server is not ready, or stopping',
}

/** The page about the live endpoint's protocol, for authors of clients. */
export function liveProtocolReference(): string {
  return [
    '# The live protocol',
    'What goes over a live connection, generated from the code by `pnpm run docs`. Subscriptions are in ' +
      '[schema.graphql](schema.graphql); what each caller may subscribe to is in [permissions.md](permissions.md).',
    `Connect to \`wss://<root>${LIVE_PATH}\` with the subprotocol \`${GRAPHQL_TRANSPORT_WS_PROTOCOL}\`. Messages ` +
      `are text ` +
      'frames of JSON. Any client of that protocol works; cursors are an addition that a client may ignore.',
    '## Messages',
    table(
      ['Message', 'From', 'Form', 'Meaning'],
      Object.entries(MESSAGES).map(([type, row]) => [`\`${type}\``, ...row]),
    ),
    'A subscription is refused with one of the codes of a query by HTTP, such as `GRAPHQL_VALIDATION_FAILED`, ' +
      '`BAD_REQUEST`, ' +
      '`BAD_USER_INPUT`, `DOCUMENT_NOT_FOUND` or `RATE_LIMIT_EXCEEDED`, or with `TOO_MANY_SUBSCRIPTIONS` or ' +
      '`TOKEN_INVALID`. ' +
      'One that the caller may not have is not refused: it receives nothing.',
    '## Coming back',
    'An event names what changed, and is executed when it is delivered: what became hidden meanwhile is not ' +
      'sent. Events can ' +
      'be lost, so the truth is what a query answers.',
    [
      '1. Subscribe, then send a `ping`. When the `pong` comes, read the present state by a query, and keep the ' +
        'cursor of the pong once that has succeeded.',
      '2. For each subscription, keep the cursor of the last `next`.',
      '3. After the connection broke, subscribe again, each time with `extensions.cursor`: that of the last ' +
        '`next` of this subscription, else that of the pong. Then send a `ping`.',
      '4. `resumed: true` in the pong says that every subscription gets what it missed, in order, each event ' +
        'once, before what comes. Otherwise read what is newer by a query, and go on with 1.',
    ].join('\n'),
    'A comment can be stored after one with a later `created_at`, because the clocks of two servers may differ ' +
      `by ten seconds, and a post takes its time. So read from ${OVERLAP / 1_000} s before the \`created_at\` of ` +
      'the last comment that a query answered, as `cursor: "2026-01-31T12:00:00.000Z"` with `sortOrder: ASC`, and ' +
      'drop the comments that you have.',
    'A cursor is a text without a meaning of its own, of one server and one run of it: every other server answers ' +
      '`resumed: false`.',
    '## Close codes',
    table(['Code', 'Meaning'], Object.entries(CODES)),
    '## Statuses of a refused handshake',
    table(
      ['Status', 'Reason'],
      Object.entries(REASONS).map(([status, text]) => [`${status} ${text}`, STATUSES[status] ?? '']),
    ),
    '## Limits',
    table(['What', 'At most', 'Beyond it'], [...clientLimits(), ...serverLimits()]),
  ]
    .join('\n\n')
    .concat('\n')
}

type Limit = readonly [limit: string, value: string, beyond: string]

/** What each client, or address, may have. */
function clientLimits(): readonly Limit[] {
  const { liveConnectionsPerAddress, liveSubscriptionsPerAddress } = loadConfig({ env: {}, cwd: '/' })
  return [
    [
      'live connections of one address',
      `${liveConnectionsPerAddress} (\`PLATFORM_LIVE_CONNECTIONS_PER_ADDRESS\`)`,
      '429',
    ],
    ['subscriptions of one connection', String(MOST_SUBSCRIPTIONS), 'error `TOO_MANY_SUBSCRIPTIONS`'],
    [
      'subscriptions of all connections of one address',
      `${liveSubscriptionsPerAddress.toLocaleString('en')} (\`PLATFORM_LIVE_SUBSCRIPTIONS_PER_ADDRESS\`)`,
      'error `TOO_MANY_SUBSCRIPTIONS`',
    ],
    [
      'characters of their documents and variables together',
      `${mostLiveText({ liveSubscriptionsPerAddress }).toLocaleString('en')}, more when they may be more`,
      'error `TOO_MANY_SUBSCRIPTIONS`',
    ],
    ['messages of a client within a second', String(MOST_MESSAGES), String(CLOSE.policy)],
    ['ping frames that wait for their answer', String(MOST_PINGS), 'the connection is dropped'],
    ['bytes of a message of a client', kib(LONGEST_MESSAGE), '1009'],
    ['time until a message is complete', `${DEADLINES.message / 1_000} s`, String(CLOSE.policy)],
    ['characters of the id of a subscription', String(LONGEST_ID), '4400'],
    [
      'a document',
      `${LIMITS.characters.toLocaleString('en')} characters, ${LIMITS.tokens.toLocaleString('en')} tokens, ` +
        `${LIMITS.depth} levels, ${LIMITS.aliases} aliases`,
      'error `QUERY_TOO_LARGE`, `QUERY_TOO_DEEP` or `TOO_MANY_ALIASES`',
    ],
  ]
}

/** What a server keeps for its clients. */
function serverLimits(): readonly Limit[] {
  const { keepAlive } = loadConfig({ env: {}, cwd: '/' })
  return [
    [
      'time between keep-alive messages',
      `${keepAlive / 1_000} s (\`PLATFORM_KEEP_ALIVE\`)`,
      'the connection is dropped',
    ],
    ['bytes that a client leaves unread', mib(MOST_UNREAD), String(CLOSE.slow)],
    [
      'bytes that all clients of a server leave unread together',
      mib(MOST_UNREAD_TOGETHER),
      `${CLOSE.slow} for those with most`,
    ],
    ['events that wait for one subscription', mib(MOST_WAITING), String(CLOSE.missed)],
    [
      'events that are remembered',
      `${mib(MOST_REMEMBERED)} on a server; each channel ${REMEMBERED / 60_000} minutes after its last ` +
        `subscription ended`,
      'not resumed',
    ],
    [
      'events that a client that comes back has missed',
      `${MOST_MISSED}, and each costs what a new one costs of the budget of documents`,
      'not resumed',
    ],
    ['time until a client confirms a close', `${CLOSE_DEADLINE / 1_000} s`, 'the connection is dropped'],
  ]
}

const kib = (bytes: number) => `${bytes / 1_024} KiB`
const mib = (bytes: number) => `${bytes / 1_024 ** 2} MiB`

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')
}
