"""The titles, one folder a family. They are found through the shelf (`kursbuch.shelf`), never imported by a kit."""
