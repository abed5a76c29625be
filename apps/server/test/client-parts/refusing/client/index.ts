import { defineClientPlugin } from '@platform/client-sdk'

/** A hook that refuses comments with more links than the configuration allows. */
export default defineClientPlugin({
  commentForm: {
    preSubmit: ({ body }, { text, config }) => {
      if (body.includes('SHOUTED')) return { refused: 'loud' }
      const most = Number(config['most'])
      return body.split('http').length - 1 > most ? { refused: text('links', { most }) } : undefined
    },
    postSubmit({ comment }) {
      document.body.dataset['told'] = comment?.status ?? 'refused'
    },
  },
  config: { most: { default: 1 } },
  translations: {
    en: { loud: 'Please do not shout.', links: 'At most {most} link.' },
    de: { loud: 'Bitte schreien Sie nicht.', links: 'Höchstens {most} Link.' },
  },
})
