"""The site as an app: what it is called, its pictures, what it can do without a connection."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from kursbuch.web.pages.site import Site, static_files, static_path

THEME, GROUND = "#22333b", "#f4efe3"
SHELL = ("base.css", "start.css", "icon.svg", "icon-192.png")  # what the page without a connection is made of


def app_routes(site: Site) -> APIRouter:
    router = APIRouter(include_in_schema=False)

    @router.get("/manifest.webmanifest")
    async def manifest(request: Request) -> JSONResponse:
        """What a phone or a desktop needs to install it."""
        t = site.words(request, await site.visitors.person(request))
        return JSONResponse(
            {
                "name": "Kursbuch",
                "short_name": "Kursbuch",
                "description": t("Railway games at the table in your browser"),
                "lang": t.language,
                "id": "/",
                "start_url": "/lobby",
                "scope": "/",
                "display": "standalone",
                "theme_color": THEME,
                "background_color": GROUND,
                "icons": [
                    {"src": static_path("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
                    *(
                        {
                            "src": static_path(f"icon-{size}.png"),
                            "sizes": f"{size}x{size}",
                            "type": "image/png",
                            "purpose": "any maskable",
                        }
                        for size in (192, 512)
                    ),
                ],
                "shortcuts": [
                    {"name": t("Your games"), "url": "/lobby"},
                    {"name": t("New game"), "url": "/"},
                ],
            },
            media_type="application/manifest+json",
        )

    @router.get("/sw.js")
    async def worker() -> Response:
        """What lives on without a page: it tells of turns, and shows what there is without a connection."""
        shell = ", ".join(f'"{path}"' for path in ("/offline", *(static_path(name) for name in SHELL)))
        text = static_files()["sw.js"].read_text("utf-8").replace("/* SHELL */", shell)
        return Response(text, media_type="text/javascript", headers={"Cache-Control": "no-cache"})

    @router.get("/offline")
    async def offline(request: Request) -> Response:
        """What is shown where there is no connection."""
        return await site.page(request, "offline.html", person=None)

    return router
