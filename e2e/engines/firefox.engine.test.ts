import { firefox } from "./firefox.ts";
import { describeJourney } from "./journey.ts";

describeJourney(firefox);
