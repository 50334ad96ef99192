import { Accent } from "../../../s/_shop/accent.tsx";
import { Logo } from "../../../s/_shop/logo.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field, fieldAria } from "../../../ui/field.tsx";

/** Uploads a logo: a plain form, so that it works without script. */
export function LogoForm({ name, logo, hue }: { name: string; logo: string | null; hue: number }) {
  const field = {
    label: "A picture",
    name: "picture",
    hint: "JPEG, PNG or WebP, at most 4 MB. It is cut to a square; where it was taken is not kept.",
  };
  return (
    <form
      action="/storefront/shop/logo"
      method="post"
      encType="multipart/form-data"
      className="flex flex-col gap-4"
    >
      <div className="flex items-start gap-4">
        <Accent hue={hue}>
          <Logo name={name} src={logo} size="lg" />
        </Accent>
        <Field {...field}>
          <input
            {...fieldAria(field)}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            className="min-h-11 w-full text-sm file:mr-3 file:min-h-11 file:rounded-md file:border file:border-edge/60 file:bg-surface file:px-4 file:font-semibold file:text-ink"
          />
        </Field>
      </div>
      <div className="flex gap-2">
        <Button type="submit" variant="secondary" name="do" value="save">
          Upload
        </Button>
        {logo && (
          <Button type="submit" variant="quiet" name="do" value="remove">
            Remove the logo
          </Button>
        )}
      </div>
    </form>
  );
}
