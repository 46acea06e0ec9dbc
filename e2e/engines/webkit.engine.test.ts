import { webkit } from "./webkit.ts";
import { describeJourney } from "./journey.ts";

describeJourney(webkit);
