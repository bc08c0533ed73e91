/* The door of every compiled module: Python opens it by the module's own name and finds the module in the one library
   that holds them all. mypyc would make one such file for each module, which takes a compiler longer than the engine. */
#include <Python.h>

#define LIBRARY "kursbuch__mypyc"

static PyObject *of_the_library(PyObject *spec, PyModuleDef *def)
{
    PyObject *library = NULL, *name = NULL, *key = NULL, *capsule = NULL, *capsule_name = NULL, *module = NULL;
    PyObject *from = Py_BuildValue("(s)", "*");
    if (from != NULL)
        library = PyImport_ImportModuleLevel(LIBRARY, NULL, NULL, from, 0);
    if (library != NULL)
        name = PyObject_GetAttrString(spec, "name");
    if (name != NULL) {
        PyObject *c_name = PyObject_CallMethod(name, "replace", "ss", ".", "___");
        if (c_name != NULL) {
            key = PyUnicode_FromFormat("init_%U", c_name);
            Py_DECREF(c_name);
        }
    }
    if (key != NULL)
        capsule = PyObject_GetAttr(library, key);
    if (capsule != NULL)
        capsule_name = PyUnicode_FromFormat(LIBRARY ".%U", key);
    if (capsule_name != NULL) {
        void *make = PyCapsule_GetPointer(capsule, PyUnicode_AsUTF8(capsule_name));
        if (make != NULL)
            module = ((PyObject *(*)(void))make)();
    }
    Py_XDECREF(from);
    Py_XDECREF(library);
    Py_XDECREF(name);
    Py_XDECREF(key);
    Py_XDECREF(capsule);
    Py_XDECREF(capsule_name);
    return module;
}

static PyModuleDef_Slot slots[] = {{Py_mod_create, of_the_library}, {0, NULL}};

static struct PyModuleDef door = {PyModuleDef_HEAD_INIT, .m_name = "kursbuch", .m_slots = slots};

#define DOOR(name) PyMODINIT_FUNC PyInit_##name(void) { return PyModuleDef_Init(&door); }
