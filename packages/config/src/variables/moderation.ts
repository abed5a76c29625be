import { parseThresholds, ThresholdsError } from '@platform/trust'
import { z } from 'zod'
import { duration, LONGEST_TIMER } from '../grammar/duration.ts'
import { fromText, Refusal } from '../grammar/from-text.ts'
import { boolean, integer } from '../grammar/scalar.ts'
import { defineOptional, defineVariable } from '../variable.ts'

/** `comment:2,-1;flag:2,-1`; a missing name keeps its default, and one `;` may end the text. */
const trustThresholds = fromText(text => {
  try {
    return parseThresholds(text)
  } catch (error) {
    throw error instanceof ThresholdsError ? new Refusal(error.message) : error
  }
})

export const moderationVariables = {
  TRUST_THRESHOLDS: defineVariable({
    topic: 'Moderation',
    type: '`<name>:<RELIABLE>,<UNRELIABLE>;…` with the names comment and flag',
    default: 'comment:2,-1;flag:2,-1',
    schema: trustThresholds,
    meaning:
      'The karma from which upwards a user is reliable, and the karma from which downwards a user is unreliable. ' +
      'A missing name keeps its default.',
  }),
  PLATFORM_DISABLE_AUTOFLAG_SUSPECT_WORDS: defineVariable({
    topic: 'Moderation',
    type: 'TRUE or FALSE',
    default: 'FALSE',
    schema: boolean,
    meaning: 'TRUE stops flagging comments that contain suspect words.',
  }),
  PLATFORM_DISABLE_IGNORE_FLAGS_AGAINST_STAFF: defineVariable({
    topic: 'Moderation',
    type: 'TRUE or FALSE',
    default: 'FALSE',
    schema: boolean,
    meaning: 'TRUE treats staff like commenters: their comments are moderated, and their usernames can be flagged.',
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
    meaning: 'List of plugins, which replaces the file.',
  }),
}

/** The name of a tab of the stream; plugins add tabs with names of their own. */
const streamTab = fromText(text => {
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(text)) {
    throw new Refusal('must be a tab name: letters, digits, dot, dash and underscore, at most 64 of them')
  }
  return text
})

export const clientVariables = {
  PLATFORM_THREADING_LEVEL: defineVariable({
    topic: 'Clients',
    type: 'integer 1–10',
    default: '3',
    schema: integer(1, 10),
    meaning: 'How many levels deep replies are nested.',
  }),
  PLATFORM_DEFAULT_STREAM_TAB: defineVariable({
    topic: 'Clients',
    type: 'name of a tab',
    default: 'all',
    schema: streamTab,
    meaning:
      'The tab of the comment stream that readers see first: `all`, or the tab of a plugin that lists comments, such as ' +
      '`featured` of `platform-plugin-featured-comments`. Another name means `all`, with a warning at the start.',
  }),
  PLATFORM_DISABLE_EMBED_POLYFILL: defineVariable({
    topic: 'Clients',
    type: 'TRUE or FALSE',
    default: 'FALSE',
    schema: boolean,
    meaning:
      'TRUE serves the embed script without the polyfills for the oldest browsers of `docs/reference/browsers.md`.',
  }),
}
