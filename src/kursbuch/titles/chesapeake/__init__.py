"""18Chesapeake: the birth of American railroads around the Chesapeake Bay, by Scott Petersen."""
