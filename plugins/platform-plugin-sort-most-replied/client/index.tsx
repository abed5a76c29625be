import { defineSortClient } from '@platform/client-sdk'

export default defineSortClient({
  sortBy: 'REPLIES',
  sortOrder: 'DESC',
  translations: { en: { label: 'Most replied' }, de: { label: 'Meiste Antworten' } },
})
