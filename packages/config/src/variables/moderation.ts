import { z } from 'zod'
import { duration, LONGEST_TIMER } from '../grammar/duration.ts'
import { boolean, integer } from '../grammar/scalar.ts'
import { streamTab } from '../grammar/stream-tab.ts'
import { trustThresholds } from '../grammar/trust-thresholds.ts'
import { defineOptional, defineVariable } from '../variable.ts'

export const moderationVariables = {
  TRUST_THRESHOLDS: defineVariable({
    topic: 'Moderation',
    type: '`<name>:<RELIABLE>,<UNRELIABLE>;…` with the names comment and flag',
    default: 'comment:2,-1;flag:2,-1',
    schema: trustThresholds,
    meaning:
      'Karma at which a user is reliable, and at which a user is unreliable; both inclusive. A name left ' +
      'out keeps its default.',
  }),
  PLATFORM_DISABLE_AUTOFLAG_SUSPECT_WORDS: defineVariable({
    topic: 'Moderation',
    type: 'TRUE or FALSE',
    default: 'FALSE',
    schema: boolean,
    meaning: 'TRUE no longer flags comments that contain suspect words.',
  }),
  PLATFORM_DISABLE_IGNORE_FLAGS_AGAINST_STAFF: defineVariable({
    topic: 'Moderation',
    type: 'TRUE or FALSE',
    default: 'FALSE',
    schema: boolean,
    meaning: 'TRUE treats staff like commenters: their comments are not accepted at once, and they can be flagged.',
  }),
  PLATFORM_CACHE_EXPIRY_COMMENT_COUNT: defineVariable({
    topic: 'Moderation',
    type: 'duration up to 24 days',
    default: '1hr',
    schema: duration('1ms', LONGEST_TIMER),
    meaning: 'How long comment counts are cached.',
  }),
}

export const pluginVariables = {
  PLATFORM_PLUGINS_JSON: defineOptional({
    topic: 'Plugins',
    type: 'the content of a `plugins.json`',
    schema: z.string(),
    hides: 'settings',
    meaning: 'List of plugins to use instead of the file.',
  }),
}

export const clientVariables = {
  PLATFORM_THREADING_LEVEL: defineVariable({
    topic: 'Clients',
    type: 'integer 1–10',
    default: '3',
    schema: integer(1, 10),
    meaning: 'How deep replies are nested. Read when the clients are built.',
  }),
  PLATFORM_DEFAULT_STREAM_TAB: defineVariable({
    topic: 'Clients',
    type: 'name of a tab',
    default: 'all',
    schema: streamTab,
    meaning: 'Tab of the stream that is open at first. Read when the clients are built.',
  }),
  PLATFORM_DISABLE_EMBED_POLYFILL: defineVariable({
    topic: 'Clients',
    type: 'TRUE or FALSE',
    default: 'FALSE',
    schema: boolean,
    meaning: 'TRUE builds the embed script without polyfills.',
  }),
}
