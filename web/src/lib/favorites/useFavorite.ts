import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { isSessionEnd } from '~/api/accounts'
import { favoritesQuery } from '~/api/ownData'
import { client, expectSuccess } from '~/api/client'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { useErrorText } from '~/lib/useErrorText'
import { useSubmit } from '~/lib/useSubmit'

/** Time for which a short message stays on the product page, in ms. */
const PRODUCT_PAGE_TOAST_TIME = 4000

/**
 * Returns whether a product is a favourite, and a function that toggles it: the change shows at once, and is undone
 * when the request fails.
 */
export function useFavorite(product: Product) {
  const { t } = useText()
  const onProductPage = useLocation({ select: ({ pathname }) => pathname.startsWith('/product/') })
  const milliseconds = onProductPage ? PRODUCT_PAGE_TOAST_TIME : undefined
  const errorText = useErrorText()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const { data } = useQuery(favoritesQuery)
  const isFavorite = data?.some((one) => one.product.id === product.id) ?? false
  const change = useSubmit({
    mutationFn: (favorite: boolean) => {
      const body = { body: { productId: product.id } }
      return expectSuccess(favorite ? client.POST('/api/favorites', body) : client.DELETE('/api/favorites', body))
    },
    onMutate: async (favorite) => {
      await queryClient.cancelQueries({ queryKey: favoritesQuery.queryKey })
      const before = queryClient.getQueryData(favoritesQuery.queryKey)
      queryClient.setQueryData(favoritesQuery.queryKey, (list = []) => {
        const rest = list.filter((one) => one.product.id !== product.id)
        return favorite ? [{ id: product.id, createdAt: new Date().toISOString(), product }, ...rest] : rest
      })
      return { before }
    },
    onSuccess: (_, favorite) =>
      showToast(t(favorite ? 'account.favorites.added' : 'account.favorites.removed'), milliseconds),
    onError: (error, _, context) => {
      queryClient.setQueryData(favoritesQuery.queryKey, context?.before)
      // The session has ended: the layout leads to the login, and back.
      if (!isSessionEnd(queryClient, error)) showToast(errorText(error, t('account.favorites.changeFailed')))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: favoritesQuery.queryKey }),
  })
  return { isFavorite, toggle: () => change.mutate(!isFavorite) }
}
