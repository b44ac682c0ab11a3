/* oxlint-disable import/no-unassigned-import -- names modules for the bundler */

// Modules that nearly every page needs. Imported here they belong to the file that every page loads first, instead of one
// of their own that each page names and waits for.
import '~/lib/afterPaint'
import '~/lib/cardSpecs.json'
import '~/lib/latinDigits'
import '~/lib/LoginLink'
import '~/lib/mayReplaceBuild'
import '~/lib/presses'
import '~/lib/product/checked'
import '~/lib/product/isOffered'
import '~/lib/useIsNear'
import '~/lib/useRemovePart'
import '~/lib/useSavedBuildName'
import '~/ui/Field'
import '~/ui/Panel'
import '~/ui/PartPicture'
import '~/ui/Price'
import '~/ui/ProductName'
import '~/ui/product/Segmented'
import '~/ui/Skeleton'
import '~/ui/Spinner'
