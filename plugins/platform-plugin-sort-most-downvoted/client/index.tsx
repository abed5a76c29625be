import { defineSortClient } from '@platform/client-sdk'

export default defineSortClient({
  sortBy: 'DOWNVOTES',
  sortOrder: 'DESC',
  translations: { en: { label: 'Most downvoted' }, de: { label: 'Meiste Ablehnung' } },
})
