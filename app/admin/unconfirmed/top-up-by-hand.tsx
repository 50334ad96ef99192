import { Card } from "../../ui/card.tsx";
import { TopUpForm } from "./top-up-form.tsx";

/** A top-up, recorded when it is made. */
export function TopUpByHand() {
  return (
    <Card title="Record a top-up">
      <p className="mb-4 text-muted text-sm">
        Write down what you pay in at the upstream within ten minutes, and its balance stays explained.
      </p>
      <TopUpForm />
    </Card>
  );
}
